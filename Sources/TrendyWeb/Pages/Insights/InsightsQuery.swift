import TrendyAppSupport
import TrendyModel

/// What a person chose on the insights page, from the query of its address.
@MainActor
struct InsightsQuery {
    /// The numbers of days to choose from for places and sleep.
    static let spans = [30, 90, 365]
    /// The first year to choose.
    static let firstYear = 1900

    /// The id of the subject; `nil` for the first one.
    var subject: String?
    /// The year; `nil` for the current one.
    var year: Int?
    /// The id of the subject to compare with; `nil` for none.
    var with: String?
    /// The number of days of places and sleep.
    var span = InsightsQuery.spans[0]
    /// The number of days of the rhythm.
    var rhythmDays = InsightsViewModel.rhythmPage
    /// Whether the year is not one to show.
    private(set) var hasBadYear = false
    /// Whether the span is not one of ``spans``.
    private(set) var hasBadSpan = false

    /// Reads the fields of a query.
    ///
    /// - `currentYear`: the latest year.
    init(_ fields: WebFields, currentYear: Int) {
        subject = fields.text("subject")
        with = fields.text("with")
        if let text = fields.text("year") {
            let wanted = Int(text).flatMap { year in
                (Self.firstYear...max(Self.firstYear, currentYear)).contains(year) ? year : nil
            }
            (year, hasBadYear) = (wanted, wanted == nil)
        }
        if let text = fields.text("span") {
            let wanted = Int(text).flatMap { Self.spans.contains($0) ? $0 : nil }
            (span, hasBadSpan) = (wanted ?? span, wanted == nil)
        }
        if let days = fields.text("days").flatMap({ Int($0) }) {
            rhythmDays = min(max(days, rhythmDays), InsightsViewModel.rhythmLimit)
        }
    }

    /// The names and values of the query, without defaults.
    var pairs: [(String, String)] {
        var pairs: [(String, String)] = []
        if let subject { pairs.append(("subject", subject)) }
        if let year { pairs.append(("year", String(year))) }
        if let with { pairs.append(("with", with)) }
        if span != Self.spans[0] { pairs.append(("span", String(span))) }
        if rhythmDays != InsightsViewModel.rhythmPage {
            pairs.append(("days", String(rhythmDays)))
        }
        return pairs
    }

    /// The address of the page with a change of the choice.
    ///
    /// - `section`: the id of the element to scroll to.
    func path(
        to section: StaticString? = nil,
        _ change: (inout InsightsQuery) -> Void = { _ in }
    ) -> WebPath {
        var query = self
        change(&query)
        let path = WebPath(parts: ["insights"], pairs: query.pairs)
        return section.map { path.section($0) } ?? path
    }

    /// The hidden fields with which a form keeps the rest of the choice.
    ///
    /// - `names`: the fields that the form itself has.
    func hiddenFields(without names: Set<String>) -> HTML {
        var html = HTML.empty
        for (name, value) in pairs where !names.contains(name) {
            html.append(tag(.input, .type("hidden"), .name(name), .value(value)))
        }
        return html
    }
}

extension WebPath {
    /// The address of an element of the page, by its id.
    func section(_ id: StaticString) -> WebPath { WebPath(self, section: id) }

    private init(_ path: WebPath, section: StaticString) {
        text = "\(path.text)#\(section)"
    }

    /// The timeline of a day.
    static func timeline(of day: CalendarDay) -> WebPath {
        WebPath("/timeline", ["day": day.description])
    }
}
