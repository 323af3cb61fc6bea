import SwiftUI
import TrendyAppSupport
import TrendyModel

/// A year of a metric or event type, and the rhythm of the days.
struct InsightsScreen: View {
    let models: AccountModels
    let router: MainRouter

    private var model: InsightsViewModel { models.insights }

    var body: some View {
        InsightsContent(
            isLoading: model.emptyText == nil && model.subjects.isEmpty && model.problem == nil,
            problem: model.problem,
            emptyText: model.emptyText
        ) {
            if model.subjectID != nil { YearSection(model: model, onSelect: show) }
            RhythmSection(model: model, onSelect: show)
        }
        .refreshable { await model.refresh() }
        .navigationTitle("Insights")
        .task { await model.run() }
    }

    /// Shows a day in the timeline.
    private func show(_ day: CalendarDay) {
        models.filter.show(day)
        router.show(nil, in: .timeline)
    }
}
