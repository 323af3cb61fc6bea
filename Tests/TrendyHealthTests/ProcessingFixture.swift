import Foundation
import Synchronization
import TrendyModel

@testable import TrendyHealth

extension ProcessingContext {
    /// The context of consecutive days; the sources are a watch, a phone and an app.
    static func days(
        _ first: String,
        _ last: String? = nil,
        zone: String = "GMT",
        deletions: [String: Int] = [:]
    ) -> ProcessingContext {
        guard let start = CalendarDay(first), let end = CalendarDay(last ?? first),
            let zone = TimeZone(identifier: zone)
        else { preconditionFailure("no such day or zone") }
        let zones = ZoneHistory(zone)
        return ProcessingContext(
            days: DayTable(start...end, in: zones),
            zones: zones,
            priority: SourcePriority(MemorySource().sources),
            deletions: Dictionary(
                deletions.compactMap { day, count in CalendarDay(day).map { ($0, count) } },
                uniquingKeysWith: max
            )
        )
    }
}

extension PropertyBag {
    /// The values as JSON texts.
    var texts: [String: String] {
        var texts: [String: String] = [:]
        for key in keys { texts[key] = self[key]?.json.description }
        return texts
    }
}

/// The JSON text of 24 hourly values, `other` where none is given.
func hourly(_ values: [Int: String], other: String) -> String {
    "[" + (0..<24).map { values[$0] ?? other }.joined(separator: ",") + "]"
}

/// Counts calls.
final class Counter: Sendable {
    private let calls = Mutex(0)

    var count: Int { calls.withLock { $0 } }

    func increase() { calls.withLock { $0 += 1 } }
}
