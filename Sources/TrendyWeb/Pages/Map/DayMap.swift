import TrendyAppSupport
import TrendyCharts
import TrendyLocalization
import TrendyModel

/// A small map of one day's stays in their order, for other pages.
@MainActor
enum DayMap {
    /// The map with a link to the large one; empty for a day without a stay at a known position and
    /// without a route.
    static func html(of day: CalendarDay, in context: PageContext) async -> HTML {
        let stays = StayMapViewModel(
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats
        )
        let routes = RouteMapViewModel(
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats
        )
        await stays.read(day...day)
        await routes.read(day...day)
        guard !stays.spots.isEmpty || !routes.routes.isEmpty else { return .empty }
        let viewport = MapViewport.showing(
            stays.spots.map { MapContent.circle($0) }
                + routes.routes.flatMap { MapContent.circles(of: $0) }
        )
        var drawing = MapDrawing(viewport: viewport)
        drawing.images = MapImages.shown(in: context)
        drawing.routes = MapContent.routes(routes)
        drawing.spots = MapContent.spots(stays, isNumbered: true)
        drawing.order = stays.stays.compactMap(\.center)
        drawing.isSmall = true
        return tag(.figure, .class("map day-map")) {
            tag(.div, .class("map-frame")) { drawing.svg }
            MapImages(context).attribution
            tag(.figcaption, .class("row between small")) {
                tag(.span, .class("quiet")) {
                    routes.routes.isEmpty
                        ? Strings.WebMap.dayCaption() : Strings.WebMap.dayRouteCaption()
                }
                tag(.a, .href(WebPath("/map", ["day": day.description]))) {
                    Strings.WebMap.openMap()
                }
            }
        }
    }
}
