/// A change of one field: leave, clear or set.
///
/// An absent field and `null` differ.
public enum Patch<Value: Sendable>: Sendable {
    /// The field is absent from the change and keeps its value.
    case unchanged
    /// The field is `null` in the change and loses its value.
    case clear
    /// The field gets this value.
    case set(Value)

    /// Adds the field to a change, unless it is unchanged.
    func write(to document: inout Document, as name: String, _ encode: (Value) -> RawJSON) {
        switch self {
        case .unchanged: break
        case .clear: document[name] = .null
        case .set(let value): document[name] = encode(value)
        }
    }
}

extension Patch: Equatable where Value: Equatable {}

/// An edit of an event by the person; unset fields stay unchanged.
public struct EventPatch: Sendable, Equatable {
    /// The new type.
    public var eventTypeID: Patch<EntityID> = .unchanged
    /// The new start.
    public var timestamp: Patch<Instant> = .unchanged
    /// The new end, or no end.
    public var endDate: Patch<Instant> = .unchanged
    /// Whether the event covers whole local days.
    public var isAllDay: Patch<Bool> = .unchanged
    /// The new note, or no note.
    public var notes: Patch<String> = .unchanged
    /// The new name of the place, or no name.
    public var locationName: Patch<String> = .unchanged
    /// The new properties, or no properties.
    public var properties: Patch<PropertyBag> = .unchanged

    /// Creates an edit without changes.
    public init() {}

    /// The change as a document: absent fields stay unchanged, `null` clears.
    public var change: Document {
        var change = Document()
        eventTypeID.write(to: &change, as: "event_type_id") { RawJSON($0) }
        timestamp.write(to: &change, as: "timestamp") { RawJSON($0) }
        endDate.write(to: &change, as: "end_date") { RawJSON($0) }
        isAllDay.write(to: &change, as: "is_all_day") { RawJSON($0) }
        notes.write(to: &change, as: "notes") { RawJSON($0) }
        locationName.write(to: &change, as: "location_name") { RawJSON($0) }
        properties.write(to: &change, as: "properties") { $0.json }
        return change
    }
}
