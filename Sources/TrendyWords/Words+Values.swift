extension Words {
    /// What was measured.
    public enum Values {
        /// Steps.
        public static let steps = Phrase("values.steps", "{value} steps")
        /// Energy.
        public static let kilocalories = Phrase("values.kilocalories", "{value} kcal")
        /// Beats.
        public static let perMinute = Phrase("values.per_minute", "{value} /min")
        /// Beats, with the lowest and the highest.
        public static let perMinuteRange = Phrase(
            "values.per_minute_range",
            "{value} /min ({low}–{high})"
        )
        /// Water.
        public static let milliliters = Phrase("values.milliliters", "{value} ml")
        /// Weight.
        public static let kilograms = Phrase("values.kilograms", "{value} kg")
        /// A long way.
        public static let kilometers = Phrase("values.kilometers", "{value} km")
        /// A short way.
        public static let meters = Phrase("values.meters", "{value} m")
        /// Floors climbed.
        public static let floors = Phrase("values.floors", "{value} floors")
        /// A short span of time.
        public static let milliseconds = Phrase("values.milliseconds", "{value} ms")
        /// Yes.
        public static let yes = Phrase("values.yes", "Yes")
        /// No.
        public static let no = Phrase("values.no", "No")
        /// A property's name and its value.
        public static let property = Phrase("values.property", "{name}: {value}")

        static let all = [
            steps, kilocalories, perMinute, perMinuteRange, milliliters, kilograms, kilometers,
            meters, floors, milliseconds, yes, no, property,
        ]
    }
}
