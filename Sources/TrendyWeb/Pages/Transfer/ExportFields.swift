import Foundation
import TrendyExport
import TrendyLocalization
import TrendyModel
import TrendyStore

/// What a person entered into the form of the export, and what is wrong with it.
struct ExportFields: Sendable {
    /// The texts as entered.
    let format, type, from, until: String
    /// Whether texts are protected from being formulas.
    let isSpreadsheetSafe: Bool
    /// The sentences about fields that make no sense, by the name of the field.
    private(set) var errors: [String: String] = [:]
    /// The format.
    private(set) var chosenFormat = ExportFormat.csv
    /// The period and type.
    private(set) var filter = EventFilter()

    /// Reads the fields of a query.
    ///
    /// - `types`: the types that can be chosen.
    init(_ query: WebFields, types: [EntityID], zones: ZoneHistory) {
        format = query.text("format") ?? ExportFormat.csv.rawValue
        type = query.text("type") ?? ""
        from = query.text("from") ?? ""
        until = query.text("until") ?? ""
        isSpreadsheetSafe = query["safe"] != nil
        if let format = ExportFormat(rawValue: format) {
            chosenFormat = format
        } else {
            errors["format"] = Strings.WebTransfer.wrongFormat()
        }
        if !type.isEmpty {
            if let id = EntityID(type), types.contains(id) {
                filter.eventTypeID = id
            } else {
                errors["type"] = Strings.WebTransfer.wrongType()
            }
        }
        let (first, last) = (day(from, "from"), day(until, "until"))
        if let first, let last, last < first {
            errors["from"] = Strings.WebTransfer.wrongOrder()
        }
        filter.from = first.map { zones.start(of: $0) }
        filter.to = last.map { zones.start(of: CalendarDay(daysSinceEpoch: $0.daysSinceEpoch + 1)) }
    }

    /// The fields of an empty form.
    static let empty = ExportFields(WebFields(), types: [], zones: ZoneHistory(.gmt))

    private mutating func day(_ text: String, _ field: String) -> CalendarDay? {
        guard !text.isEmpty else { return nil }
        guard let day = CalendarDay(text) else {
            errors[field] = Strings.WebTransfer.wrongDay()
            return nil
        }
        return day
    }
}
