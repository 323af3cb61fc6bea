package import TrendyModel

/// The events of an export, besides the period.
package struct ExportFilter: Sendable {
    /// The event types; empty for all.
    package var eventTypeIDs: Set<EntityID> = []
    /// The health metric, such as `steps`; `nil` for all events.
    package var category: String?
    /// The place; `nil` for all events.
    package var geofenceID: EntityID?

    /// Creates a filter that all events match.
    package init() {}

    /// Whether all events match.
    package var isEmpty: Bool { eventTypeIDs.isEmpty && category == nil && geofenceID == nil }

    func matches(_ fields: EventFields) -> Bool {
        if !eventTypeIDs.isEmpty {
            guard let type = fields.type, eventTypeIDs.contains(type) else { return false }
        }
        if let geofenceID, fields.geofence != geofenceID { return false }
        guard let category else { return true }
        guard let value = unquoted(fields.category) else { return false }
        return value.elementsEqual(category.utf8)
    }
}
