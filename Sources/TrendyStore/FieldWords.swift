import TrendyWords

/// What fields of entities are called, and what is wrong with them, for people.
package enum FieldWords {
    /// The name of a field.
    package static func name(of field: String) -> String {
        switch field {
        case "notes": Words.Decisions.fieldNotes()
        case "timestamp": Words.Decisions.fieldTime()
        case "end_date": Words.Decisions.fieldEnd()
        case "event_type_id": Words.Decisions.fieldType()
        case "name": Words.Decisions.fieldName()
        case "properties": Words.Decisions.fieldProperties()
        case "location_name", "geofence_id": Words.Decisions.fieldPlace()
        case "latitude", "location_latitude": Words.Fields.latitude()
        case "longitude", "location_longitude": Words.Fields.longitude()
        case "is_all_day": Words.Fields.allDay()
        case "time_zone": Words.Fields.timeZone()
        case "source_type": Words.Fields.source()
        case "evidence": Words.Fields.evidence()
        case "natural_key": Words.Fields.sourceKey()
        case "external_id": Words.Fields.sourceID()
        case "original_title": Words.Fields.title()
        case "healthkit_category": Words.Fields.category()
        case "color": Words.Fields.color()
        case "icon": Words.Fields.icon()
        case "key": Words.Fields.key()
        case "label": Words.Fields.label()
        case "property_type": Words.Fields.kind()
        case "options": Words.Fields.options()
        case "default_value": Words.Fields.defaultValue()
        case "display_order": Words.Fields.order()
        case "radius": Words.Fields.radius()
        case "event_type_entry_id": Words.Fields.entryType()
        case "event_type_exit_id": Words.Fields.exitType()
        case "is_active": Words.Fields.active()
        case "notify_on_entry": Words.Fields.notifyEntry()
        case "notify_on_exit": Words.Fields.notifyExit()
        case "notify_on_dwell": Words.Fields.notifyDwell()
        case "email": Words.Fields.email()
        case "password": Words.Fields.password()
        default: other(field)
        }
    }

    private static func other(_ field: String) -> String {
        let prefix = "properties."
        guard field.hasPrefix(prefix) else { return Words.Fields.unknown(["name": field]) }
        return Words.Fields.property(["name": String(field.dropFirst(prefix.count))])
    }

    /// What is wrong with a field, as a sentence.
    ///
    /// - `code`: the kind of violation, as `FieldError` has it.
    package static func violation(of field: String, code: String) -> String {
        let phrase =
            switch code {
            case "required": Words.Fields.missing
            case "too_long": Words.Fields.tooLong
            case "too_short": Words.Fields.tooShort
            case "out_of_range": Words.Fields.outOfRange
            case "taken": Words.Fields.taken
            default: Words.Fields.invalid
            }
        return phrase(["field": name(of: field)])
    }
}
