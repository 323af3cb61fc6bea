import TrendyModel

// What stands in a correlation is passed over, and what only seems to is not.
extension ExportReader {
    /// Whether an element stands in the correlation that is open, and is passed over.
    mutating func stands(inCorrelation tokenizer: borrowing XMLTokenizer) -> Bool {
        if tokenizer.name.equals("Record") {
            guard let type = tokenizer.value(of: "type"), correlation.holds(type) else {
                return false
            }
            // Records of a correlation stand at the top as well.
            if types.type(named: type) != nil { correlation.note(tokenizer, dates: &dates) }
            return true
        }
        return !OpenCorrelation.topElements.contains { tokenizer.name.equals($0) }
    }

    /// The end tag of a correlation was lost to damage, and with it what was taken for its records.
    mutating func endBrokenCorrelation(before offset: Int64) {
        note(offset, element: "<Correlation>", "its end tag is missing")
        summary.damages += correlation.strays
        context = .top
    }
}
