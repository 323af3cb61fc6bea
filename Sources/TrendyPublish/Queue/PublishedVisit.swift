package import TrendyModel

/// The part of a visit that is published.
package struct PublishedVisit: Sendable, Hashable {
    /// The event's id.
    package var id: EntityID
    /// The geofence; `nil` for a visit without one.
    package var place: EntityID?
    /// When it began.
    package var start: Instant
    /// When it ended; `nil` while it lasts.
    package var end: Instant?

    /// Creates a visit.
    package init(id: EntityID, place: EntityID?, start: Instant, end: Instant?) {
        self.id = id
        self.place = place
        self.start = start
        self.end = end
    }
}
