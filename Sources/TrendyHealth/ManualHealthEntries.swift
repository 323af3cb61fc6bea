package import TrendyModel
import TrendyStore

/// The events of a health category that the person entered manually.
///
/// Capture does not record them again.
package struct ManualHealthEntries {
    /// The maximum length of a session, and so how far before a sample a matching session may
    /// start.
    package static let maximumSession = Duration.seconds(86_400)

    /// The events, sorted by time.
    let events: [Event]

    /// Removes the results that the person already entered.
    ///
    /// A single entry matches one result; a session matches all results that it overlaps.
    func withoutManualEntries(_ results: [DerivedResult]) -> [DerivedResult] {
        guard !events.isEmpty else { return results }
        var entries = events
        return results.filter { result in
            let index = entries.firstIndex { Self.isSame($0, result.event) }
            guard let index else { return true }
            if entries[index].endDate == nil { entries.remove(at: index) }
            return false
        }
    }

    /// The part of the entries that a day's results depend on, for the input hash; empty when there
    /// is none.
    func hashText(on day: Range<Instant>) -> String {
        events.filter {
            $0.timestamp < day.upperBound && ($0.endDate ?? $0.timestamp) >= day.lowerBound
        }
        .map { event in
            let end = event.endDate?.milliseconds ?? 0
            return "/\(event.timestamp.milliseconds)-\(end)\(event.properties.json)"
        }
        .joined()
    }

    /// Whether two events of a category record the same fact: equal amounts in the same second, or
    /// sessions whose overlap is more than half of the shorter one.
    package static func isSame(_ manual: Event, _ other: Event) -> Bool {
        guard manual.healthKitCategory == other.healthKitCategory else { return false }
        guard let manualEnd = manual.endDate, let otherEnd = other.endDate else {
            return manual.endDate == nil && other.endDate == nil
                && manual.timestamp.wholeSecond == other.timestamp.wholeSecond
                && amounts.allSatisfy { manual.properties[$0] == other.properties[$0] }
        }
        guard manual.properties["activity"] == other.properties["activity"] else { return false }
        let shared = min(manualEnd, otherEnd) - max(manual.timestamp, other.timestamp)
        let shorter = min(manualEnd - manual.timestamp, otherEnd - other.timestamp)
        return shared > .zero && shared * 2 > shorter
    }

    private static let amounts = ["milliliters", "kilograms"]
}
