package import TrendyModel
import TrendyStore

/// What a person told of a health category themselves, which capture does not record again.
package struct ManualHealthEntries {
    /// How long before a sample somebody may have begun what it belongs to.
    package static let maximumSession = Duration.seconds(86_400)

    /// The events, by time.
    let events: [Event]

    /// The results of capture without those that the person told of.
    ///
    /// An entry stands for one result, a session for all that it overlaps.
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

    /// What of it a day's results depend on; empty where there is nothing.
    func text(on day: Range<Instant>) -> String {
        events.filter {
            $0.timestamp < day.upperBound && ($0.endDate ?? $0.timestamp) >= day.lowerBound
        }
        .map { event in
            let end = event.endDate?.milliseconds ?? 0
            return "/\(event.timestamp.milliseconds)-\(end)\(event.properties.json)"
        }
        .joined()
    }

    /// Whether two events of a category are the same fact: an amount in one second, or sessions of
    /// which more than half of the shorter one lies in the other.
    package static func isSame(_ told: Event, _ other: Event) -> Bool {
        guard told.healthKitCategory == other.healthKitCategory else { return false }
        guard let toldEnd = told.endDate, let otherEnd = other.endDate else {
            return told.endDate == nil && other.endDate == nil
                && told.timestamp.wholeSecond == other.timestamp.wholeSecond
                && amounts.allSatisfy { told.properties[$0] == other.properties[$0] }
        }
        guard told.properties["activity"] == other.properties["activity"] else { return false }
        let shared = min(toldEnd, otherEnd) - max(told.timestamp, other.timestamp)
        let shorter = min(toldEnd - told.timestamp, otherEnd - other.timestamp)
        return shared > .zero && shared * 2 > shorter
    }

    private static let amounts = ["milliliters", "kilograms"]
}
