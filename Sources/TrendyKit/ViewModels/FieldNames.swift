import TrendyWords

/// What fields of entities are called.
enum FieldNames {
    /// The name of a field.
    static func words(for field: String) -> String {
        switch field {
        case "notes": Words.Decisions.fieldNotes()
        case "timestamp": Words.Decisions.fieldTime()
        case "end_date": Words.Decisions.fieldEnd()
        case "event_type_id": Words.Decisions.fieldType()
        case "name": Words.Decisions.fieldName()
        case "properties": Words.Decisions.fieldProperties()
        case "location_name": Words.Decisions.fieldPlace()
        default: field
        }
    }
}
