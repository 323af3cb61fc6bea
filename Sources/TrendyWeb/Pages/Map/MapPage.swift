import TrendyAppSupport
import TrendyCharts
import TrendyLocalization
import TrendyModel

/// The map of stays and places, with the list of places beside it.
@MainActor
struct MapPage {
    private typealias Texts = Strings.WebMap

    private let context: PageContext
    private let query: MapQuery
    private let places: PlacesViewModel
    private let stays: StayMapViewModel
    private let routes: RouteMapViewModel
    private let sync: SyncStatusViewModel

    /// The maximum number of stays in the table.
    private static let tableLimit = 100
    /// The maximum number of pages of places in one list.
    private static let maximumPages = 20

    static func response(_ context: PageContext) async -> WebResponse {
        let page = MapPage(context)
        await page.read()
        return await context.page(
            title: PageArea.map.name,
            area: .map,
            scripts: ["map.js"],
            hasMap: true
        ) {
            page.html
        }
    }

    private init(_ context: PageContext) {
        self.context = context
        query = MapQuery(context.query, today: context.today)
        places = MapPages.places(context)
        stays = StayMapViewModel(
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats
        )
        routes = RouteMapViewModel(
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats
        )
        sync = SyncStatusViewModel(
            engine: context.engine,
            dependencies: context.dependencies,
            formats: context.formats
        )
    }

    private func read() async {
        places.searchText = context.query.text("q") ?? ""
        await places.show(pages: pages)
        await stays.read(query.days)
        await routes.read(query.days)
        // On a device, the map does not wait for the server.
        if context.viewer.place == .server {
            await sync.refreshDevices(waiting: PageContext.answerLimit)
        } else {
            await sync.showLastAnswer()
        }
    }

    private var pages: Int {
        min(Self.maximumPages, max(1, context.query.text("pages").flatMap { Int($0) } ?? 1))
    }

    // MARK: Page

    private var html: HTML {
        let figure = self.figure
        return tag(.div, .class("map-page")) {
            tag(.div, .class("row between map-head")) {
                tag(.h1) { PageArea.map.name }
                tag(
                    .a,
                    .class("button primary"),
                    .href(
                        WebPath(
                            parts: ["map", "places", "new"],
                            pairs: figure.drawing.viewport.fields
                        )
                    )
                ) { Texts.newPlace() }
            }
            MapFilter(query: query, today: context.today).html
            if let problem = stays.problem ?? routes.problem ?? places.problem {
                tag(.p, .class("banner bad"), .role("alert")) { problem }
            }
            tag(.div, .class("map-columns")) {
                tag(.div) {
                    figure.html
                    visited
                    RouteList(model: routes, isOneDay: query.isOneDay).html
                    stayTable
                }
                PlaceList(
                    model: places,
                    context: context,
                    query: query,
                    pages: pages,
                    watchers: watchers
                ).html
            }
        }
    }

    private var figure: MapFigure {
        let drawn = stays.spots.filter { $0.stays > 0 }
        let circles = MapContent.circles(of: places)
        let shown =
            drawn.map { MapContent.circle($0) }
            + routes.routes.flatMap { MapContent.circles(of: $0) }
        let viewport =
            query.view.map { MapViewport($0) }
            ?? MapViewport.showing(
                shown.isEmpty ? circles.map(\.circle) : shown
            )
        var drawing = MapDrawing(viewport: viewport)
        drawing.images = MapImages.shown(in: context)
        drawing.routes = MapContent.routes(routes)
        drawing.places = circles
        drawing.spots = MapContent.spots(stays, isNumbered: query.isOneDay)
        if query.isOneDay { drawing.order = stays.stays.compactMap(\.center) }
        return MapFigure(
            drawing: drawing,
            path: ["map"],
            fields: query.fields,
            caption: query.isOneDay
                ? routes.routes.isEmpty ? Texts.dayCaption() : Texts.dayRouteCaption()
                : Texts.spanCaption(),
            images: MapImages(context),
            hasLegend: !routes.routes.isEmpty
        )
    }

    /// What other devices watch, as they last reported.
    private var watchers: [(name: String, text: String, isProblem: Bool)] {
        sync.devices.compactMap { device in
            guard let regions = sync.details(of: device)?.regions else { return nil }
            return (device.name, "\(regions.value) \(device.reportedText)", regions.isProblem)
        }
    }

    // MARK: Stays

    @HTMLBuilder private var visited: HTML {
        if stays.spots.isEmpty {
            tag(.p, .class("empty")) { Texts.noStays() }
        } else if !query.isOneDay {
            tag(.section, .class("card"), .aria("labelledby", "visited")) {
                tag(.h2, .id("visited")) { Texts.visited() }
                tag(.ol, .class("map-visited")) {
                    for spot in stays.spots.prefix(10) {
                        tag(.li, .data("key", spot.id.description)) {
                            name(spot.name, spot.placeID)
                            tag(.span, .class("number")) { stays.text(spot.duration) }
                            tag(.span, .class("quiet small")) { Texts.stays(spot.stays) }
                        }
                    }
                }
            }
        }
        if stays.unlocated > 0 {
            tag(.p, .class("quiet small")) { Texts.unlocated(stays.unlocated) }
        }
        if stays.isTruncated { tag(.p, .class("quiet small")) { Texts.truncated() } }
    }

    private func name(_ name: String, _ id: EntityID?) -> HTML {
        guard let id else { return tag(.span) { name } }
        return tag(.a, .href(WebPath(parts: ["map", "places", id.description]))) { name }
    }

    @HTMLBuilder private var stayTable: HTML {
        if !stays.stays.isEmpty {
            tag(.details, .class("card"), query.isOneDay ? .flag(.open) : .none) {
                tag(.summary) { Texts.eachStay(stays.stays.count) }
                tag(
                    .div,
                    .class("scroll"),
                    .tabindex(0),
                    .role("group"),
                    .aria("label", Texts.stayTable())
                ) {
                    tag(.table) {
                        tag(.caption) { Texts.stayTable() }
                        tag(.thead) {
                            tag(.tr) {
                                tag(.th, .scope("col")) { Texts.place() }
                                tag(.th, .scope("col")) { Texts.time() }
                            }
                        }
                        tag(.tbody) {
                            for (index, stay) in shownStays {
                                tag(.tr, .data("key", stay.id.description)) {
                                    tag(.th, .scope("row")) {
                                        if query.isOneDay { "\(index + 1). " }
                                        name(stay.place, stay.placeID)
                                    }
                                    tag(.td) { stay.text }
                                }
                            }
                        }
                    }
                }
                if stays.stays.count > Self.tableLimit {
                    tag(.p, .class("quiet small")) {
                        Texts.moreStays(stays.stays.count - Self.tableLimit)
                    }
                }
            }
        }
    }

    /// The newest stays of a span, or those of a day in their order.
    private var shownStays: [(offset: Int, element: MapStay)] {
        let all = Array(stays.stays.enumerated())
        return query.isOneDay
            ? Array(all.prefix(Self.tableLimit)) : Array(all.reversed().prefix(Self.tableLimit))
    }
}
