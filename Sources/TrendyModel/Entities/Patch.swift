/// What a change does to one field: leave it, clear it, or set it.
///
/// Absent and `null` are not the same thing.
public enum Patch<Value: Sendable>: Sendable {
    /// The field stays as it is; it is absent from the change.
    case unchanged
    /// The field is cleared; it is `null` in the change.
    case clear
    /// The field gets this value.
    case set(Value)

    /// Adds the field to a change, unless it stays as it is.
    func write(to document: inout Document, as name: String, _ encode: (Value) -> RawJSON) {
        switch self {
        case .unchanged: break
        case .clear: document[name] = .null
        case .set(let value): document[name] = encode(value)
        }
    }
}

extension Patch: Equatable where Value: Equatable {}

/// A person's edit of an event: only what is set or cleared here changes.
public struct EventPatch: Sendable, Equatable {
    /// Moves the event to another type.
    public var eventTypeID: Patch<EntityID> = .unchanged
    /// Moves the event in time.
    public var timestamp: Patch<Instant> = .unchanged
    /// Changes or clears its end.
    public var endDate: Patch<Instant> = .unchanged
    /// Changes or clears the note.
    public var notes: Patch<String> = .unchanged
    /// Changes or clears the place's name.
    public var locationName: Patch<String> = .unchanged
    /// Changes or clears all properties.
    public var properties: Patch<PropertyBag> = .unchanged

    /// An edit that changes nothing yet.
    public init() {}

    /// The change as a document: absent fields are untouched, `null` clears.
    public var change: Document {
        var change = Document()
        eventTypeID.write(to: &change, as: "event_type_id") { RawJSON($0) }
        timestamp.write(to: &change, as: "timestamp") { RawJSON($0) }
        endDate.write(to: &change, as: "end_date") { RawJSON($0) }
        notes.write(to: &change, as: "notes") { RawJSON($0) }
        locationName.write(to: &change, as: "location_name") { RawJSON($0) }
        properties.write(to: &change, as: "properties") { $0.json }
        return change
    }
}
