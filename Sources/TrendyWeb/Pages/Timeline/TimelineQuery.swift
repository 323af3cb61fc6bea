import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

/// What a timeline page shows, as its address says it.
struct TimelineQuery {
    /// The searched words.
    var text = ""
    var period = TimelinePeriod.all
    /// The only day to show; `nil` for all.
    var day: CalendarDay?
    /// The entered day, for the field of the form.
    var dayText = ""
    var types: [String] = []
    var places: [String] = []
    var sources: [String] = []
    /// The position before the first event to show.
    var before: EventPosition?
    /// What is wrong with the day; `nil` when it is valid.
    var dayProblem: String?
    /// What is wrong with the period; `nil` when it is valid.
    var periodProblem: String?

    /// The maximum number of types, places or sources.
    private static let maximumChoices = 100

    /// Shows everything.
    init() {}

    /// Reads an address.
    ///
    /// - Throws: ``WebError/badRequest`` for a position that no page links to.
    init(_ fields: WebFields) throws {
        text = fields.text("q") ?? ""
        types = Array(fields.values("type").prefix(Self.maximumChoices))
        places = Array(fields.values("place").prefix(Self.maximumChoices))
        sources = Array(fields.values("source").prefix(Self.maximumChoices))
        if let name = fields.text("period") {
            if let known = TimelinePeriod(rawValue: name) {
                period = known
            } else {
                periodProblem = Strings.WebTimeline.unknownPeriod()
            }
        }
        if let text = fields.text("day") {
            dayText = text
            day = CalendarDay(text)
            if day == nil { dayProblem = Strings.WebTimeline.invalidDay() }
        }
        if let text = fields.text("before") {
            guard let position = Self.position(text) else { throw WebError.badRequest }
            before = position
        }
    }

    /// Applies the selection to a filter that has read its choices.
    @MainActor
    func select(in filter: TimelineFilterViewModel) {
        if let day { filter.show(day) } else { filter.period = period }
        filter.searchText = text
        for id in known(types, filter.types) { filter.toggleType(id) }
        for id in known(places, filter.places) { filter.togglePlace(id) }
        for id in known(sources, filter.sources) { filter.toggleSource(id) }
    }

    /// Whether the address names a type, place or source that does not exist.
    @MainActor
    func hasUnknownChoices(in filter: TimelineFilterViewModel) -> Bool {
        known(types, filter.types).count != Set(types).count
            || known(places, filter.places).count != Set(places).count
            || known(sources, filter.sources).count != Set(sources).count
    }

    private func known(_ ids: [String], _ choices: [TimelineFilterViewModel.Choice]) -> Set<String>
    {
        Set(ids).intersection(choices.map(\.id))
    }

    /// The address of the page with an earlier position; of the first page without one.
    func path(before position: EventPosition? = nil) -> WebPath {
        var pairs: [(String, String)] = []
        if !text.isEmpty { pairs.append(("q", text)) }
        if let day {
            pairs.append(("day", day.description))
        } else if period != .all {
            pairs.append(("period", period.rawValue))
        }
        pairs += types.map { ("type", $0) } + places.map { ("place", $0) }
        pairs += sources.map { ("source", $0) }
        if let position {
            pairs.append(("before", "\(position.timestamp.milliseconds).\(position.id)"))
        }
        return WebPath(parts: ["timeline"], pairs: pairs)
    }

    /// The address of a day.
    static func path(of day: CalendarDay) -> WebPath {
        WebPath("/timeline", ["day": day.description])
    }

    private static func position(_ text: String) -> EventPosition? {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let id = EntityID(parts[1])
        else { return nil }
        return EventPosition(timestamp: Instant(milliseconds: milliseconds), id: id)
    }
}
