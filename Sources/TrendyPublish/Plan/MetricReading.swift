package import TrendyKit
package import TrendyModel

/// The current value of a metric.
package struct MetricReading: Sendable {
    /// The metric.
    package let metric: PublishedMetric
    /// The value; `nil` for a daily total without data of today yet.
    package let value: JSONNumber?
    /// The day that the value is of.
    package let day: CalendarDay
    /// The start of that day.
    package let since: Instant

    /// The readings of a category's metrics; those without any data are missing.
    package static func readings(
        of found: FetchToday.Findings,
        on day: CalendarDay,
        in zones: ZoneHistory
    ) -> [MetricReading] {
        PublishedMetric.allCases.filter { $0.category == found.category }.compactMap { metric in
            reading(of: metric, found, day, zones)
        }
    }

    private static func reading(
        of metric: PublishedMetric,
        _ found: FetchToday.Findings,
        _ today: CalendarDay,
        _ zones: ZoneHistory
    ) -> MetricReading? {
        var day = today
        var value: JSONNumber?
        switch metric.value {
        case .count:
            if !found.today.isEmpty { value = JSONNumber(Int64(found.today.count)) }
        case .sum(let property, let factor):
            let numbers = found.today.compactMap { number(property, of: $0) }
            if numbers.count == 1, factor == 1 {
                // One event needs no arithmetic and keeps its digits.
                value = numbers[0]
            } else if !numbers.isEmpty {
                let sum = numbers.reduce(0) { $0 + $1.double } * factor
                value = JSONNumber((sum * 100).rounded() / 100)
            }
        case .latest(let property):
            let events = found.today + [found.last].compactMap(\.self)
            guard
                let event = events.first(where: { number(property, of: $0) != nil })
            else { return nil }
            value = number(property, of: event)
            day = zones.day(of: event)
        }
        guard value != nil || found.last != nil else { return nil }
        return MetricReading(metric: metric, value: value, day: day, since: zones.start(of: day))
    }

    private static func number(_ property: String, of event: Event) -> JSONNumber? {
        switch event.properties[property] {
        case .number(let number), .duration(let number): number
        default: nil
        }
    }

    /// The content of a message: `name`, `value`, `unit`, `day`, and `since`, the start of the day.
    package var payload: [UInt8] {
        Document([
            .init(name: "name", value: RawJSON(metric.name)),
            .init(name: "value", value: value?.json ?? .null),
            .init(name: "unit", value: RawJSON(metric.unit)),
            .init(name: "day", value: RawJSON(day.description)),
            .init(name: "since", value: RawJSON(since)),
        ]).json.utf8
    }
}
