import SwiftUI
import TrendyAppSupport

/// All entries by day, with search, filters and quick log.
struct TimelineScreen: View {
    private let models: AccountModels
    private let router: MainRouter
    @Bindable private var filter: TimelineFilterViewModel

    /// Creates the screen of an account.
    init(models: AccountModels, router: MainRouter) {
        self.models = models
        self.router = router
        filter = models.filter
    }

    var body: some View {
        content
            .searchable(text: $filter.searchText, prompt: "Search entries")
            .navigationTitle("Timeline")
            .toolbar {
                ToolbarItem(placement: .topBarLeading) {
                    Button("Filter", systemImage: "line.3.horizontal.decrease.circle") {
                        router.sheet = .timelineFilter
                    }
                }
                ToolbarItem(placement: .primaryAction) {
                    Button("New entry", systemImage: "plus") { router.sheet = .event(nil) }
                }
            }
            .task { await models.timeline.run() }
            .task { await models.quickLog.run() }
            .task { await filter.run() }
            .task(id: filter.revision) { await filter.apply() }
    }

    private var content: some View {
        TimelineContent(
            isLoading: !models.timeline.hasLoaded && models.timeline.problem == nil,
            problem: models.timeline.problem,
            filterSummary: filter.summary,
            emptyText: models.timeline.emptyText,
            onClearFilter: filter.clear
        ) {
            QuickLogBar(model: models.quickLog, actions: models.actions)
        } rows: {
            TimelineRows(timeline: models.timeline, actions: models.actions, router: router)
        }
    }
}
