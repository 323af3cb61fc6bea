import TrendyAppSupport
import TrendyLocalization

extension InsightsPage {
    /// A table whose first column has the headers of the rows.
    func table(caption: String, columns: [String], rows: [[String]]) -> HTML {
        tag(.table) {
            tag(.caption) { caption }
            tag(.thead) {
                tag(.tr) { for column in columns { tag(.th, .scope("col")) { column } } }
            }
            tag(.tbody) {
                for row in rows {
                    tag(.tr) {
                        for (index, cell) in row.enumerated() {
                            if index == 0 {
                                tag(.th, .scope("row")) { cell }
                            } else {
                                tag(.td, .class("number")) { cell }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Names and numbers.
    func facts(_ facts: [ComparisonViewModel.Fact]) -> HTML {
        tag(.dl, .class("facts")) {
            for fact in facts {
                tag(.dt) { fact.name }
                tag(.dd, .class("number")) { fact.value }
            }
        }
    }
}
