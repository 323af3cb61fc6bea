package import TrendyModel

/// The changes that follow from a signal: entities, place states and log entries, which are stored
/// in one transaction.
package struct PlaceUpdate: Sendable {
    /// Entities to create.
    package var creations: [(id: EntityID, fields: any EntityFields)] = []
    /// Changes of events; deleted events stay deleted.
    package var updates: [EventUpdate] = []
    /// Entities to delete.
    package var deletions: [EntityID] = []
    /// New states of geofences.
    package var placeStates: [PlaceState] = []
    /// The new state of region monitoring; `nil` leaves the stored one as it is.
    package var monitorState: RegionMonitorState?
    /// New visits of this device that another device may have recorded as well.
    package var localVisits: [LocalVisit] = []
    /// Visits that are no longer compared with those of other devices.
    package var resolvedVisits: [EntityID] = []
    /// Observations of visits that were followed by another one.
    package var closedStays: [ClosedStay] = []
    /// Closed stays that ended before this moment are deleted; `nil` deletes none.
    package var purgedBefore: Instant?
    /// Visits whose closed stays are deleted.
    package var purgedVisits: [EntityID] = []
    /// Entries of the region log.
    package var logEntries: [RegionLogEntry] = []

    /// A change of an event; other fields and properties are preserved.
    package struct EventUpdate: Sendable {
        /// The event.
        package var id: EntityID
        /// Fields to set; `null` clears a field.
        package var fields: Document
        /// Properties to set; `nil` clears a property.
        package var properties: [String: PropertyValue?]

        package init(id: EntityID, fields: Document, properties: [String: PropertyValue?]) {
            self.id = id
            self.fields = fields
            self.properties = properties
        }
    }

    /// An empty update.
    package init() {}

    /// Whether the update is empty.
    package var isEmpty: Bool {
        creations.isEmpty && updates.isEmpty && deletions.isEmpty && placeStates.isEmpty
            && monitorState == nil && localVisits.isEmpty && resolvedVisits.isEmpty
            && logEntries.isEmpty && closedStays.isEmpty && purgedVisits.isEmpty
            && purgedBefore == nil
    }
}
