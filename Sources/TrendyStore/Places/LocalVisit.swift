package import TrendyModel

/// A visit that this device recorded and that another device may have recorded as well.
package struct LocalVisit: Sendable, Equatable {
    /// The event of the visit.
    package var event: EntityID
    /// The visited geofence.
    package var geofenceID: EntityID
    /// The last moment before the visit that the person was known to be outside.
    package var enteredAfter: Instant?
    /// When the visit began.
    package var enteredAt: Instant

    package init(
        event: EntityID,
        geofenceID: EntityID,
        enteredAfter: Instant?,
        enteredAt: Instant
    ) {
        self.event = event
        self.geofenceID = geofenceID
        self.enteredAfter = enteredAfter
        self.enteredAt = enteredAt
    }
}
