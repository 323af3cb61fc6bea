import TrendyAppSupport
import TrendyKit
import TrendyLocalization

/// The routes of the map pages.
enum MapPages {
    static let routes: [WebRoute] =
        [.get("/map") { context in await MapPage.response(context) }]
        + MapImages.routes + PlacePages.routes + PlaceFormPages.routes

    /// The view model of the places of a request.
    @MainActor
    static func places(_ context: PageContext) -> PlacesViewModel {
        PlacesViewModel(
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats,
            monitor: context.engine.places
        )
    }
}
