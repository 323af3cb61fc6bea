package import TrendyModel

/// The state of one geofence on this device: its last visit, and when the person was last known to
/// be inside and outside.
package struct PlaceState: Sendable, Equatable {
    /// The geofence.
    package let geofenceID: EntityID
    /// The event of the last visit, open or closed; `nil` before the first.
    package var visit: EntityID?
    /// Whether the person is inside, as far as this device knows.
    ///
    /// ``visit`` is `nil` meanwhile when the person has entered the end of the visit themselves.
    package var isOpen = false
    /// Whether this device recorded the visit, rather than another device of the person.
    package var isOwn = true
    /// Whether the open visit is unconfirmed: nothing has confirmed it for 12 hours, or since a
    /// launch.
    package var isUncertain = false
    /// The last moment before the visit that the person was known to be outside.
    package var enteredAfter: Instant?
    /// When the visit began.
    package var enteredAt: Instant?
    /// When the visit ended; `nil` while it is open.
    package var leftAt: Instant?
    /// The last moment that the person was known to be inside.
    package var lastInside: Instant?
    /// When the system last answered a state request with "inside" during this visit.
    ///
    /// The answer may be stale: the system reports what it last noticed.
    package var lastReportedInside: Instant?
    /// The last interval of this visit without observations, longer than the maximum delivery
    /// delay.
    ///
    /// The person may have been away during it.
    package var unobserved: Range<Instant>?
    /// The last moment that the person was known to be outside.
    package var lastOutside: Instant?
    /// When a fix last showed the device clearly outside, as of the last observation.
    package var lastOutsideFix: Instant?
    /// When another device observed the exit of the visit that is open here; `nil` before that.
    ///
    /// It is retained when the person deletes that visit.
    package var observedExit: Instant?
    /// The weight of the evidence of the visit: crossings and manual entries count 1,000, others 1.
    package var observations: Int64 = 0
    /// The number of visits so far.
    package var visits: Int64 = 0

    /// The last moment that the person was inside, by any observation including stale answers.
    package var confirmedInside: Instant? {
        [lastInside, lastReportedInside].compactMap(\.self).max()
    }

    /// The last moment of the visit that the person was known to be inside; its beginning counts,
    /// also when another device recorded it.
    package var lastKnownInside: Instant? { [lastInside, enteredAt].compactMap(\.self).max() }

    /// Whether a recorded visit is open.
    package var hasOpenVisit: Bool { isOpen && visit != nil }

    /// A geofence without observations.
    package init(geofenceID: EntityID) {
        self.geofenceID = geofenceID
    }
}
