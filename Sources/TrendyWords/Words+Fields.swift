extension Words {
    /// What fields are called, and what can be wrong with them.
    public enum Fields {
        /// A field.
        public static let allDay = Phrase("fields.all_day", "“All day”")
        /// A field.
        public static let timeZone = Phrase("fields.time_zone", "The time zone")
        /// A field.
        public static let source = Phrase("fields.source", "The source")
        /// A field.
        public static let evidence = Phrase("fields.evidence", "What it was computed from")
        /// A field.
        public static let sourceKey = Phrase("fields.source_key", "What it is recognized by")
        /// A field.
        public static let sourceID = Phrase("fields.source_id", "Its number at the source")
        /// A field.
        public static let title = Phrase("fields.title", "The title")
        /// A field.
        public static let latitude = Phrase("fields.latitude", "The latitude")
        /// A field.
        public static let longitude = Phrase("fields.longitude", "The longitude")
        /// A field.
        public static let category = Phrase("fields.category", "The category of health data")
        /// A field.
        public static let color = Phrase("fields.color", "The color")
        /// A field.
        public static let icon = Phrase("fields.icon", "The symbol")
        /// A field.
        public static let key = Phrase("fields.key", "The key")
        /// A field.
        public static let label = Phrase("fields.label", "The name")
        /// A field.
        public static let kind = Phrase("fields.kind", "The kind of value")
        /// A field.
        public static let options = Phrase("fields.options", "The choices")
        /// A field.
        public static let defaultValue = Phrase("fields.default_value", "The usual value")
        /// A field.
        public static let order = Phrase("fields.order", "The place in the list")
        /// A field.
        public static let radius = Phrase("fields.radius", "The radius")
        /// A field.
        public static let entryType = Phrase("fields.entry_type", "The type of its visits")
        /// A field.
        public static let exitType = Phrase("fields.exit_type", "The type of departures")
        /// A field.
        public static let active = Phrase("fields.active", "“Watched”")
        /// A field.
        public static let notifyEntry = Phrase("fields.notify_entry", "“Tell me when I arrive”")
        /// A field.
        public static let notifyExit = Phrase("fields.notify_exit", "“Tell me when I leave”")
        /// A field.
        public static let notifyDwell = Phrase(
            "fields.notify_dwell",
            "“Tell me when I have stayed”"
        )
        /// A field.
        public static let email = Phrase("fields.email", "The e-mail address")
        /// A field.
        public static let password = Phrase("fields.password", "The password")
        /// A property that has no name of its own.
        public static let property = Phrase("fields.property", "The property {name}")
        /// A field that this version does not know.
        public static let unknown = Phrase("fields.unknown", "The detail {name}")

        /// A field that must be there is not.
        public static let missing = Phrase("fields.missing", "{field} is missing.")
        /// A field is too long.
        public static let tooLong = Phrase("fields.too_long", "{field} is too long.")
        /// A field is too short.
        public static let tooShort = Phrase("fields.too_short", "{field} is too short.")
        /// A number or a time that cannot be.
        public static let outOfRange = Phrase("fields.out_of_range", "{field} is out of range.")
        /// A name that another one has.
        public static let taken = Phrase("fields.taken", "{field} is in use already.")
        /// Anything else.
        public static let invalid = Phrase("fields.invalid", "{field} is not valid.")

        static let all = [
            allDay, timeZone, source, evidence, sourceKey, sourceID, title, latitude,
            longitude, category, color, icon, key, label, kind, options, defaultValue, order,
            radius, entryType, exitType, active, notifyEntry, notifyExit, notifyDwell, email,
            password, property, unknown, missing, tooLong, tooShort, outOfRange, taken,
            invalid,
        ]
    }
}
