import TrendyAppSupport
import TrendyModel

/// An event in a list of the timeline; all of it is a link to the event.
enum EventRow {
    /// The row.
    ///
    /// - `back`: the page to return to.
    static func html(_ row: TimelineRow, day: String, back: WebPath) -> HTML {
        tag(.li, .data("key", row.id.description)) {
            tag(.a, .class("event"), .href(EventPages.path(of: row.id, back: back))) {
                EventSymbol.badge(row.icon, color: row.color)
                tag(.span, .class("what")) {
                    tag(.span, .class("name")) { row.title }
                    if let detail = row.detail {
                        tag(.span, .class("detail quiet")) { shortened(detail) }
                    }
                    tag(.span, .class("marks small")) { marks(row) }
                }
                tag(.span, .class("when")) {
                    tag(.span, .class("number")) { row.time }
                    tag(.span, .class("visually-hidden")) { " \(day) " }
                    tag(.span, .class("quiet small")) { row.source }
                }
            }
        }
    }

    /// The maximum number of characters of a note in a list.
    private static let maximumDetail = 300

    private static func shortened(_ text: String) -> String {
        text.count <= maximumDetail ? text : "\(text.prefix(maximumDetail))…"
    }

    @HTMLBuilder private static func marks(_ row: TimelineRow) -> HTML {
        if let text = row.markerText {
            tag(.span, .class(row.marker == .failed ? "state bad" : "quiet")) { text }
        }
        if let text = row.updatedText { tag(.span, .class("state good")) { text } }
        if let text = row.unreadable { tag(.span, .class("state warning")) { text } }
    }
}
