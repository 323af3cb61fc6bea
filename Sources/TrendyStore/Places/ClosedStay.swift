package import TrendyModel

/// This device's observations of an ended visit that a later visit to the same geofence follows.
package struct ClosedStay: Sendable, Equatable {
    /// The visit's event.
    package var visit: EntityID
    /// The visited geofence.
    package var geofenceID: EntityID
    /// The last moment before the visit that the person was known to be outside.
    package var enteredAfter: Instant?
    /// When the visit began, as this device observed it; `nil` in rows of older versions.
    package var enteredAt: Instant?
    /// The last moment that the person was known to be inside.
    package var lastInside: Instant
    /// When the person left, as this device observed it.
    package var leftAt: Instant
    /// The weight of the evidence of the visit; see ``PlaceState/observations``.
    package var observations: Int64

    /// The last visit of a geofence; `nil` when it is open or there is none.
    package init?(_ place: PlaceState) {
        guard !place.isOpen, let visit = place.visit, let inside = place.confirmedInside,
            let left = place.leftAt
        else { return nil }
        self.init(
            visit: visit,
            geofenceID: place.geofenceID,
            enteredAfter: place.enteredAfter,
            enteredAt: place.enteredAt,
            lastInside: inside,
            leftAt: left,
            observations: place.observations
        )
    }

    init(
        visit: EntityID,
        geofenceID: EntityID,
        enteredAfter: Instant?,
        enteredAt: Instant?,
        lastInside: Instant,
        leftAt: Instant,
        observations: Int64
    ) {
        self.visit = visit
        self.geofenceID = geofenceID
        self.enteredAfter = enteredAfter
        self.enteredAt = enteredAt
        self.lastInside = lastInside
        self.leftAt = leftAt
        self.observations = observations
    }

    /// The state of the geofence after the visit.
    package var placeState: PlaceState {
        var place = PlaceState(geofenceID: geofenceID)
        place.visit = visit
        (place.enteredAfter, place.enteredAt) = (enteredAfter, enteredAt)
        (place.lastInside, place.leftAt) = (lastInside, leftAt)
        place.observations = observations
        return place
    }
}
