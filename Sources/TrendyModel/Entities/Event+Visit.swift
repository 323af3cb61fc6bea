// Visits. Each device of a person can record the same visit as an event of its own.
extension Event {
    /// The maximum difference between two devices' times of the same crossing.
    package static let crossingTolerance = Duration.seconds(15 * 60)

    /// The prefix of the natural keys of visits; the visit's id follows.
    package static let visitKeyPrefix = "visit/"

    /// Whether this is a visit, detected by a device or entered by the person.
    package var isVisit: Bool {
        sourceType == .geofence && naturalKey?.hasPrefix(Self.visitKeyPrefix) == true
    }

    /// The end of the visit, if a device observed the exit, found the person outside at once, or
    /// the person entered it; `nil` for an inferred end, an ongoing visit, and every other event.
    package var observedExit: Instant? {
        guard isVisit, case .text(let word)? = properties["exit_source"],
            ["crossing", "person", "fix", "state"].contains(word)
        else { return nil }
        return endDate
    }

    /// Whether the person entered the end of the visit, on leaving or by an edit.
    package var hasManualEnd: Bool {
        guard isVisit, endDate != nil else { return false }
        let word = properties["exit_source"]
        return word == nil || word == .text("person")
    }

    /// Whether this record has an observed exit well before the end of the other record of the same
    /// visit, or before its newest evidence if it is open.
    ///
    /// Devices report crossings late or never, but not before they happen: the earlier end is
    /// correct.
    package func hasObservedExit(before other: Event) -> Bool {
        guard isVisit, other.isVisit, let observedExit else { return false }
        let later = other.endDate ?? other.evidence?.newest ?? observedExit
        return later - observedExit > Self.crossingTolerance
    }

    /// Whether this record has an observed end within the interval of the other record, whose end
    /// was inferred from later evidence.
    package func hasObservedExit(within other: Event) -> Bool {
        guard isVisit, other.isVisit, let observedExit, other.endDate != nil,
            other.observedExit == nil,
            case .instant(let earliest)? = other.properties["exit_earliest"],
            case .instant(let latest)? = other.properties["exit_latest"]
        else { return false }
        return earliest <= observedExit && observedExit <= latest
    }
}
