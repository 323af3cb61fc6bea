import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The list of the routes on a map: what assistive technology gets instead of their lines.
@MainActor
struct RouteList {
    private typealias Texts = Strings.WebMap

    let model: RouteMapViewModel
    /// Whether one day is shown, whose routes are in the order of time.
    let isOneDay: Bool

    /// The maximum number of routes in the list.
    private static let limit = 50

    @HTMLBuilder var html: HTML {
        if !model.routes.isEmpty {
            let shown = isOneDay ? model.routes : model.routes.reversed()
            tag(.section, .class("card"), .aria("labelledby", "routes")) {
                tag(.h2, .id("routes")) { Texts.routes() }
                tag(.ol, .class("map-routes")) {
                    for route in shown.prefix(Self.limit) {
                        tag(.li, .data("key", route.id.description)) {
                            tag(.a, .href(EventPages.path(of: route.id))) { route.name }
                            tag(.span, .class("quiet small")) { route.time }
                        }
                    }
                }
                if shown.count > Self.limit {
                    tag(.p, .class("quiet small")) {
                        Texts.moreRoutes(shown.count - Self.limit)
                    }
                }
                if model.isTruncated {
                    tag(.p, .class("quiet small")) { Texts.routesTruncated() }
                }
            }
        }
    }
}
