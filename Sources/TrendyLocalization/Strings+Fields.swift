extension Strings {
    /// Names of fields, and validation errors.
    public enum Fields {
        /// A field.
        public static let allDay = LocalizedText("fields.all_day", "“All day”")
        /// A field.
        public static let timeZone = LocalizedText("fields.time_zone", "The time zone")
        /// A field.
        public static let source = LocalizedText("fields.source", "The source")
        /// A field.
        public static let evidence = LocalizedText(
            "fields.evidence",
            "The data it was computed from"
        )
        /// A field.
        public static let sourceKey = LocalizedText(
            "fields.source_key",
            "The identifier at the source"
        )
        /// A field.
        public static let sourceID = LocalizedText("fields.source_id", "The number at the source")
        /// A field.
        public static let title = LocalizedText("fields.title", "The title")
        /// A field.
        public static let latitude = LocalizedText("fields.latitude", "The latitude")
        /// A field.
        public static let longitude = LocalizedText("fields.longitude", "The longitude")
        /// A field.
        public static let category = LocalizedText("fields.category", "The category of health data")
        /// A field.
        public static let color = LocalizedText("fields.color", "The color")
        /// A field.
        public static let icon = LocalizedText("fields.icon", "The symbol")
        /// A field.
        public static let key = LocalizedText("fields.key", "The key")
        /// A field.
        public static let label = LocalizedText("fields.label", "The name")
        /// A field.
        public static let kind = LocalizedText("fields.kind", "The kind of value")
        /// A field.
        public static let options = LocalizedText("fields.options", "The choices")
        /// A field.
        public static let defaultValue = LocalizedText("fields.default_value", "The default value")
        /// A field.
        public static let order = LocalizedText("fields.order", "The position in the list")
        /// A field.
        public static let radius = LocalizedText("fields.radius", "The radius")
        /// A field.
        public static let entryType = LocalizedText("fields.entry_type", "The type of its visits")
        /// A field.
        public static let exitType = LocalizedText("fields.exit_type", "The type of departures")
        /// A field.
        public static let active = LocalizedText("fields.active", "“Monitored”")
        /// A field.
        public static let notifyEntry = LocalizedText(
            "fields.notify_entry",
            "“Tell me when I arrive”"
        )
        /// A field.
        public static let notifyExit = LocalizedText("fields.notify_exit", "“Tell me when I leave”")
        /// A field.
        public static let notifyDwell = LocalizedText(
            "fields.notify_dwell",
            "“Tell me when I have stayed”"
        )
        /// A field.
        public static let email = LocalizedText("fields.email", "The e-mail address")
        /// A field.
        public static let password = LocalizedText("fields.password", "The password")
        /// A custom property.
        public static let property = LocalizedText("fields.property", "The property {name}")
        /// A field that is unknown to this version.
        public static let unknown = LocalizedText("fields.unknown", "The field {name}")

        /// A required field is missing.
        public static let missing = LocalizedText("fields.missing", "{field} is missing.")
        /// A value is too long.
        public static let tooLong = LocalizedText("fields.too_long", "{field} is too long.")
        /// A value is too short.
        public static let tooShort = LocalizedText("fields.too_short", "{field} is too short.")
        /// A number or time is out of range.
        public static let outOfRange = LocalizedText(
            "fields.out_of_range",
            "{field} is out of range."
        )
        /// A name is already in use.
        public static let taken = LocalizedText("fields.taken", "{field} is already in use.")
        /// Any other invalid value.
        public static let invalid = LocalizedText("fields.invalid", "{field} is not valid.")

        static let all = [
            allDay, timeZone, source, evidence, sourceKey, sourceID, title, latitude,
            longitude, category, color, icon, key, label, kind, options, defaultValue, order,
            radius, entryType, exitType, active, notifyEntry, notifyExit, notifyDwell, email,
            password, property, unknown, missing, tooLong, tooShort, outOfRange, taken,
            invalid,
        ]
    }
}
