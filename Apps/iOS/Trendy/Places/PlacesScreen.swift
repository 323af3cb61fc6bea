import SwiftUI
import TrendyAppSupport
import TrendyModel

/// The places on a map and in a list, with the visits and what keeps iOS from watching.
struct PlacesScreen: View {
    @Bindable private var model: PlacesViewModel
    private let router: MainRouter
    @Environment(\.openURL) private var openURL

    /// Creates the screen.
    init(model: PlacesViewModel, router: MainRouter) {
        self.model = model
        self.router = router
    }

    var body: some View {
        List {
            FormFieldError(model.problem)
            PlaceWatchSection(
                findings: model.findings.map { PlaceFinding($0) },
                forceQuitWarning: model.forceQuitWarning,
                perform: actions.perform
            )
            PlaceListSection(
                places: model.places.map { PlaceItem($0) },
                countText: model.countText,
                emptyText: model.noMatchText ?? model.emptyText,
                hasMore: model.hasMore,
                onSelect: { router.push(.place($0)) },
                onMore: { Task { await model.loadMore() } },
                onToggle: { isOn, id in Task { await model.setActive(isOn, id) } },
                onDelete: { id in Task { await model.delete(id) } },
                perform: actions.perform
            )
            VisitsSection(
                title: Text("Now"),
                visits: model.openVisits.map { VisitItem($0, withPlace: true) }
            )
            VisitsSection(
                title: Text("Latest visits"),
                visits: model.recentVisits.map { VisitItem($0, withPlace: true) }
            )
            PlaceLimitsSection(limits: model.limits)
        }
        .searchable(text: $model.searchText, prompt: "Search places")
        .navigationTitle("Places")
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("New place", systemImage: "plus") { router.sheet = .place(nil) }
            }
        }
        .refreshable { await model.refresh() }
        .task { await model.run() }
    }

    private var actions: PlaceActions {
        PlaceActions(places: model, router: router, openURL: openURL)
    }
}
