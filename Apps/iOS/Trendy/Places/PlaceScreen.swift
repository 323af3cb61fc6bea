import SwiftUI
import TrendyAppSupport
import TrendyModel

/// One place: its state with the remedy, its circle, and its visits.
struct PlaceScreen: View {
    private let places: PlacesViewModel
    private let router: MainRouter
    @State private var model: PlaceViewModel
    @Environment(\.openURL) private var openURL

    /// Creates the screen of a place.
    init(id: EntityID, places: PlacesViewModel, router: MainRouter) {
        self.places = places
        self.router = router
        _model = State(initialValue: places.place(id))
    }

    var body: some View {
        List {
            FormFieldError(model.problem)
            if let text = model.missingText { EmptyState(Text(text), icon: "mappin.slash") }
            if let place = model.place { content(PlaceItem(place)) }
        }
        .navigationTitle(model.place?.name ?? "")
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("Edit") { router.sheet = .place(model.id) }
                    .disabled(model.place == nil)
            }
        }
        .task { await model.run() }
    }

    @ViewBuilder private func content(_ place: PlaceItem) -> some View {
        PlaceDetails(place: place) { isOn in
            Task { await model.setActive(isOn) }
        } perform: {
            PlaceActions(places: places, router: router, openURL: openURL).perform($0)
        }
        VisitsSection(
            title: Text("Visits"),
            visits: model.visits.map { VisitItem($0, withPlace: false) }
        )
        if let text = model.emptyText { Text(text).foregroundStyle(.secondary) }
        if model.hasMoreVisits {
            SecondaryButton(Text("Show more")) { Task { await model.loadMoreVisits() } }
        }
    }
}
