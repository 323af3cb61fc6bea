import TrendyKit
package import TrendyModel

/// A workout with a route, as a map shows it.
package struct MapRoute: Sendable, Equatable, Identifiable {
    /// The id of the event.
    package let id: EntityID
    /// The activity, the duration and the distance as text.
    package let name: String
    /// The time as text.
    package let time: String
    /// The line of each route, simplified; each has a position or more.
    package let lines: [[Coordinate]]

    /// Reads a workout; `nil` for an event without a route.
    init?(_ event: Event, id: EntityID, formats: DisplayFormatter, today: CalendarDay) {
        let lines = RouteLines.lines(of: event).map { $0.compactMap(\.coordinate) }
            .filter { !$0.isEmpty }
        guard !lines.isEmpty else { return nil }
        self.id = id
        name = EventFormatter(formats: formats).measured(event) ?? EventFormatter.source(.healthKit)
        time = formats.timeAndDay(event.timestamp, today: today)
        self.lines = lines
    }
}
