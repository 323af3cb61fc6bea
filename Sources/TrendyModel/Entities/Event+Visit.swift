// A visit to a place is an event of which devices of one person have accounts of their own.
extension Event {
    /// Moments that two devices tell of one crossing lie so far apart at most.
    public static let crossingTolerance = Duration.seconds(15 * 60)

    /// How the natural keys of visits begin; the visit's id follows.
    public static let visitKeyPrefix = "visit/"

    /// Whether this is a visit that a device found out, or that the person told of.
    public var isVisit: Bool {
        sourceType == .geofence && naturalKey?.hasPrefix(Self.visitKeyPrefix) == true
    }

    /// When the visit ended, where a device saw the person leave, found them outside at once, or they
    /// said when; `nil` where that only followed from something later, while the visit goes on, and
    /// for anything else.
    public var observedExit: Instant? {
        guard isVisit, case .text(let word)? = properties["exit_source"],
            ["crossing", "person", "fix", "state"].contains(word)
        else { return nil }
        return endDate
    }

    /// Whether the person said when the visit ended: as they left, or by an edit.
    public var hasManualEnd: Bool {
        guard isVisit, endDate != nil else { return false }
        let word = properties["exit_source"]
        return word == nil || word == .text("person")
    }

    /// Whether somebody saw the visit end when another account of it has it go on.
    ///
    /// Crossings are told late, and missed, but never before they happen: the earlier end is the
    /// true one.
    public func hasObservedExit(before other: Event) -> Bool {
        guard isVisit, other.isVisit, let observedExit else { return false }
        let later = other.endDate ?? other.evidence?.newest ?? observedExit
        return later - observedExit > Self.crossingTolerance
    }

    /// Whether somebody saw the visit end between the moments of which another account of it says
    /// that it did, since that follows from something later.
    public func hasObservedExit(within other: Event) -> Bool {
        guard isVisit, other.isVisit, let observedExit, other.endDate != nil,
            other.observedExit == nil,
            case .instant(let earliest)? = other.properties["exit_earliest"],
            case .instant(let latest)? = other.properties["exit_latest"]
        else { return false }
        return earliest <= observedExit && observedExit <= latest
    }
}
