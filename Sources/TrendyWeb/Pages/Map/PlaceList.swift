import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The places with their states, beside the map.
@MainActor
struct PlaceList {
    private typealias Texts = Strings.WebMap

    let model: PlacesViewModel
    let context: PageContext
    let query: MapQuery
    /// The number of loaded pages.
    let pages: Int
    /// What other devices watch.
    let watchers: [(name: String, text: String, isProblem: Bool)]

    var html: HTML {
        tag(.section, .class("card place-list"), .aria("labelledby", "places")) {
            tag(.div, .class("row between")) {
                tag(.h2, .id("places")) { Texts.places() }
                if !model.countText.isEmpty, model.emptyText == nil {
                    tag(.span, .class("quiet small")) { model.countText }
                }
            }
            if model.emptyText == nil { search }
            watched
            if let text = model.emptyText {
                tag(.p, .class("empty")) { text }
                tag(.p, .class("quiet small")) { Texts.emptyHint() }
            } else if let text = model.noMatchText {
                tag(.p, .class("empty")) { text }
            }
            tag(.ul) { for place in model.places { row(place) } }
            if model.hasMore {
                tag(.a, .class("button"), .href(WebPath(parts: ["map"], pairs: moreFields))) {
                    Texts.morePlaces()
                }
            }
        }
    }

    private var moreFields: [(String, String)] {
        var fields = query.fields
        if !model.searchText.isEmpty { fields.append(("q", model.searchText)) }
        return fields + [("pages", String(pages + 1))]
    }

    private var search: HTML {
        tag(.form, .method(.get), .action(PageArea.map.path), .class("place-search")) {
            for (name, value) in query.fields {
                tag(.input, .type("hidden"), .name(name), .value(value))
            }
            tag(.label) {
                tag(.span, .class("visually-hidden")) { Texts.search() }
                tag(
                    .input,
                    .type("search"),
                    .name("q"),
                    .value(model.searchText),
                    .set(.maxlength, "100"),
                    .set(.placeholder, Texts.search())
                )
            }
            tag(.button, .type("submit")) { Texts.find() }
        }
    }

    /// The regions that the person's phones watch, because this program watches none.
    @HTMLBuilder private var watched: HTML {
        for watcher in watchers {
            tag(.p, .class("small")) {
                tag(.strong) { watcher.name }
                ": "
                tag(.span, .class(watcher.isProblem ? "state warning" : "quiet")) { watcher.text }
            }
        }
        if watchers.isEmpty, !model.places.isEmpty, !watchesHere {
            tag(.p, .class("small quiet")) { Texts.notWatchedHere() }
        }
    }

    private var watchesHere: Bool { context.engine.places != nil }

    private func row(_ place: PlacesViewModel.Place) -> HTML {
        tag(.li, .data("key", place.id.description)) {
            tag(.div, .class("row between")) {
                tag(.a, .href(WebPath(parts: ["map", "places", place.id.description]))) {
                    place.name
                }
                if let center = place.center {
                    tag(
                        .a,
                        .class("small"),
                        .href(
                            WebPath(
                                parts: ["map"],
                                pairs: query.fields + [
                                    ("lat", HTMLAttribute.degrees(center.latitude)),
                                    ("lon", HTMLAttribute.degrees(center.longitude)),
                                    ("zoom", "15"),
                                ]
                            )
                        ),
                        .aria("label", Texts.showOnMap(["place": place.name]))
                    ) { Texts.showOnMapShort() }
                }
            }
            PlaceState.html(place, watchesHere: watchesHere)
            tag(.p, .class("quiet small")) {
                [place.radiusText, place.distanceText ?? ""]
                    .filter { !$0.isEmpty }.joined(separator: " · ")
            }
        }
    }
}

/// The state of a place, with its remedy.
@MainActor
enum PlaceState {
    /// The state; nothing for a state that only says that this program watches no places.
    static func html(_ place: PlacesViewModel.Place, watchesHere: Bool) -> HTML {
        let status = place.status
        if status.kind == .unknown, !watchesHere { return .empty }
        let tone = status.isProblem ? "warning" : status.kind == .inside ? "good" : ""
        return tag(.p, .class("place-state")) {
            tag(.span, .class("state \(tone)")) { status.text }
            if let remedy = status.remedy {
                " "
                tag(.span, .class("quiet small")) { remedy }
            }
        }
    }
}
