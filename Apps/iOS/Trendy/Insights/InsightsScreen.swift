import SwiftUI
import TrendyAppSupport

/// A year of a metric or event type, and the rhythm of the days.
struct InsightsScreen: View {
    let models: AccountModels

    private var model: InsightsViewModel { models.insights }

    var body: some View {
        InsightsContent(
            isLoading: model.emptyText == nil && model.subjects.isEmpty && model.problem == nil,
            problem: model.problem,
            emptyText: model.emptyText
        ) {
            if model.subjectID != nil { YearSection(model: model) }
            RhythmSection(model: model)
        }
        .refreshable { await model.refresh() }
        .navigationTitle("Insights")
        .task { await model.run() }
    }
}
