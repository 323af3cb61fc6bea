import TrendyAppSupport
import TrendyModel

/// An entry of the overview as a line with its day.
@MainActor
struct OverviewEntryHTML {
    let entry: OverviewEntry
    /// The name of the list.
    let list: String

    var html: HTML {
        let row = entry.row
        return tag(.li, .data("key", "\(list)-\(row.id)")) {
            ChartSVG.dot(row.color)
            tag(.div) {
                tag(.p) {
                    tag(.strong) { row.title }
                    if let detail = row.detail { " \(detail)" }
                }
                tag(.p, .class("quiet small")) {
                    tag(.a, .href(WebPath("/timeline", ["day": entry.day.description]))) {
                        entry.dayText
                        tag(.span, .class("visually-hidden")) { ": \(row.title)" }
                    }
                    ", \(row.time) · \(row.source)"
                }
                if let text = row.markerText {
                    tag(.p, .class("small state \(row.marker == .failed ? "bad" : "warning")")) {
                        text
                    }
                }
                if let text = row.updatedText { tag(.p, .class("small state good")) { text } }
                if let text = row.unreadable { tag(.p, .class("small state warning")) { text } }
            }
        }
    }
}
