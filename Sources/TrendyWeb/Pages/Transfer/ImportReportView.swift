import TrendyKit
import TrendyLocalization

/// What an import added and left out.
struct ImportReportView {
    let report: WebImportReport
    let name: String
    let formats: DisplayFormatter

    private typealias Texts = Strings.WebTransfer

    @HTMLBuilder
    var html: HTML {
        if report.isRepeated {
            tag(.p) { Texts.repeated() }
        } else {
            facts
            for note in report.notes { tag(.p, .class("quiet")) { note } }
            if !report.leftOut.isEmpty { leftOut }
            tag(.p) { tag(.a, .href(PageArea.timeline.path)) { Texts.seeTimeline() } }
        }
    }

    private var facts: HTML {
        tag(.dl, .class("facts")) {
            for fact in report.facts {
                tag(.dt) { fact.name }
                tag(.dd, .class("number")) { formats.number(Double(fact.count)) }
            }
        }
    }

    private var leftOut: HTML {
        tag(.details) {
            tag(.summary) { Texts.leftOutTitle() }
            tag(.div, .class("scroll"), .tabindex(0)) {
                tag(.table) {
                    tag(.caption) { Texts.leftOutCaption(["name": name]) }
                    tag(.thead) {
                        tag(.tr) {
                            tag(.th, .scope("col")) { Texts.partColumn() }
                            tag(.th, .scope("col"), .class("number")) { Texts.countColumn() }
                            tag(.th, .scope("col")) { Texts.reasonColumn() }
                        }
                    }
                    tag(.tbody) {
                        for part in report.leftOut {
                            tag(.tr) {
                                tag(.th, .scope("row")) { part.name }
                                tag(.td, .class("number")) { formats.number(Double(part.count)) }
                                tag(.td) { part.reason }
                            }
                        }
                    }
                }
            }
        }
    }
}
