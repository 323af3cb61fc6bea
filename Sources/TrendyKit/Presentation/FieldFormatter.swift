import TrendyLocalization

/// Localized names of fields, and sentences about invalid fields.
package enum FieldFormatter {
    /// The name of a field.
    package static func name(of field: String) -> String {
        switch field {
        case "notes": Strings.FailedChanges.fieldNotes()
        case "timestamp": Strings.FailedChanges.fieldTime()
        case "end_date": Strings.FailedChanges.fieldEnd()
        case "event_type_id": Strings.FailedChanges.fieldType()
        case "name": Strings.FailedChanges.fieldName()
        case "properties": Strings.FailedChanges.fieldProperties()
        case "location_name", "geofence_id": Strings.FailedChanges.fieldPlace()
        case "latitude", "location_latitude": Strings.Fields.latitude()
        case "longitude", "location_longitude": Strings.Fields.longitude()
        case "is_all_day": Strings.Fields.allDay()
        case "time_zone": Strings.Fields.timeZone()
        case "source_type": Strings.Fields.source()
        case "evidence": Strings.Fields.evidence()
        case "natural_key": Strings.Fields.sourceKey()
        case "external_id": Strings.Fields.sourceID()
        case "original_title": Strings.Fields.title()
        case "healthkit_category": Strings.Fields.category()
        case "color": Strings.Fields.color()
        case "icon": Strings.Fields.icon()
        case "key": Strings.Fields.key()
        case "label": Strings.Fields.label()
        case "property_type": Strings.Fields.kind()
        case "options": Strings.Fields.options()
        case "default_value": Strings.Fields.defaultValue()
        case "display_order": Strings.Fields.order()
        case "radius": Strings.Fields.radius()
        case "event_type_entry_id": Strings.Fields.entryType()
        case "event_type_exit_id": Strings.Fields.exitType()
        case "is_active": Strings.Fields.active()
        case "notify_on_entry": Strings.Fields.notifyEntry()
        case "notify_on_exit": Strings.Fields.notifyExit()
        case "notify_on_dwell": Strings.Fields.notifyDwell()
        case "email": Strings.Fields.email()
        case "password": Strings.Fields.password()
        default: other(field)
        }
    }

    private static func other(_ field: String) -> String {
        let prefix = "properties."
        guard field.hasPrefix(prefix) else { return Strings.Fields.unknown(["name": field]) }
        return Strings.Fields.property(["name": String(field.dropFirst(prefix.count))])
    }

    /// The sentence about an invalid field.
    ///
    /// - `code`: the kind of violation, as in `FieldError`.
    package static func violation(of field: String, code: String) -> String {
        if (field, code) == ("password", "too_short") { return Strings.Accounts.weakPassword() }
        let phrase =
            switch code {
            case "required": Strings.Fields.missing
            case "too_long": Strings.Fields.tooLong
            case "too_short": Strings.Fields.tooShort
            case "out_of_range": Strings.Fields.outOfRange
            case "taken": Strings.Fields.taken
            default: Strings.Fields.invalid
            }
        return phrase(["field": name(of: field)])
    }
}
