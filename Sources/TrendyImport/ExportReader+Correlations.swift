import TrendyModel

// Skips records inside correlations, but not records that only appear to be inside because an end
// tag was lost.
extension ExportReader {
    /// Whether the element is inside the open correlation and must be skipped.
    mutating func isInOpenCorrelation(_ tokenizer: borrowing XMLTokenizer) -> Bool {
        if tokenizer.name.equals("Record") {
            guard let type = tokenizer.value(of: "type"), correlation.canContain(type) else {
                return false
            }
            // Records of a correlation are repeated at the top level.
            if kinds.isKnown(type) { correlation.note(tokenizer, dates: &dates) }
            return true
        }
        return !OpenCorrelation.topElements.contains { tokenizer.name.equals($0) }
    }

    /// Closes a correlation whose end tag was lost to damage, and reports the records that may have
    /// been skipped by mistake.
    mutating func endBrokenCorrelation(before offset: Int64) {
        note(offset, element: "<Correlation>", "its end tag is missing")
        summary.damages += correlation.strays
        context = .top
    }
}
