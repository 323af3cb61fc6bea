extension Strings {
    /// Names of fields, and validation errors.
    package enum Fields {
        /// A field.
        package static let allDay = LocalizedText("fields.all_day", "“All day”")
        /// A field.
        package static let timeZone = LocalizedText("fields.time_zone", "The time zone")
        /// A field.
        package static let source = LocalizedText("fields.source", "The source")
        /// A field.
        package static let evidence = LocalizedText(
            "fields.evidence",
            "The data it was computed from"
        )
        /// A field.
        package static let sourceKey = LocalizedText(
            "fields.source_key",
            "The identifier at the source"
        )
        /// A field.
        package static let sourceID = LocalizedText("fields.source_id", "The number at the source")
        /// A field.
        package static let title = LocalizedText("fields.title", "The title")
        /// A field.
        package static let latitude = LocalizedText("fields.latitude", "The latitude")
        /// A field.
        package static let longitude = LocalizedText("fields.longitude", "The longitude")
        /// A field.
        package static let category = LocalizedText(
            "fields.category",
            "The category of health data"
        )
        /// A field.
        package static let color = LocalizedText("fields.color", "The color")
        /// A field.
        package static let icon = LocalizedText("fields.icon", "The symbol")
        /// A field.
        package static let key = LocalizedText("fields.key", "The key")
        /// A field.
        package static let label = LocalizedText("fields.label", "The name")
        /// A field.
        package static let kind = LocalizedText("fields.kind", "The kind of value")
        /// A field.
        package static let options = LocalizedText("fields.options", "The choices")
        /// A field.
        package static let defaultValue = LocalizedText("fields.default_value", "The default value")
        /// A field.
        package static let order = LocalizedText("fields.order", "The position in the list")
        /// A field.
        package static let radius = LocalizedText("fields.radius", "The radius")
        /// A field.
        package static let entryType = LocalizedText("fields.entry_type", "The type of its visits")
        /// A field.
        package static let exitType = LocalizedText("fields.exit_type", "The type of departures")
        /// A field.
        package static let active = LocalizedText("fields.active", "“Monitored”")
        /// A field.
        package static let notifyEntry = LocalizedText(
            "fields.notify_entry",
            "“Tell me when I arrive”"
        )
        /// A field.
        package static let notifyExit = LocalizedText(
            "fields.notify_exit",
            "“Tell me when I leave”"
        )
        /// A field.
        package static let notifyDwell = LocalizedText(
            "fields.notify_dwell",
            "“Tell me when I have stayed”"
        )
        /// A field.
        package static let email = LocalizedText("fields.email", "The e-mail address")
        /// A field.
        package static let password = LocalizedText("fields.password", "The password")
        /// A custom property.
        package static let property = LocalizedText("fields.property", "The property {name}")
        /// A field that is unknown to this version.
        package static let unknown = LocalizedText("fields.unknown", "The field {name}")

        /// A required field is missing.
        package static let missing = LocalizedText("fields.missing", "{field} is missing.")
        /// A value is too long.
        package static let tooLong = LocalizedText("fields.too_long", "{field} is too long.")
        /// A value is too short.
        package static let tooShort = LocalizedText("fields.too_short", "{field} is too short.")
        /// A number or time is out of range.
        package static let outOfRange = LocalizedText(
            "fields.out_of_range",
            "{field} is out of range."
        )
        /// A name is already in use.
        package static let taken = LocalizedText("fields.taken", "{field} is already in use.")
        /// Any other invalid value.
        package static let invalid = LocalizedText("fields.invalid", "{field} is not valid.")

        static let all = [
            allDay, timeZone, source, evidence, sourceKey, sourceID, title, latitude,
            longitude, category, color, icon, key, label, kind, options, defaultValue, order,
            radius, entryType, exitType, active, notifyEntry, notifyExit, notifyDwell, email,
            password, property, unknown, missing, tooLong, tooShort, outOfRange, taken,
            invalid,
        ]
    }
}
