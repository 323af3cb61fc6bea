extension Strings {
    /// Values with their units.
    public enum Values {
        /// Steps.
        public static let steps = LocalizedText("values.steps", "{value} steps")
        /// Energy.
        public static let kilocalories = LocalizedText("values.kilocalories", "{value} kcal")
        /// Heart rate.
        public static let perMinute = LocalizedText("values.per_minute", "{value} /min")
        /// Heart rate with its minimum and maximum.
        public static let perMinuteRange = LocalizedText(
            "values.per_minute_range",
            "{value} /min ({low}–{high})"
        )
        /// A volume of water.
        public static let milliliters = LocalizedText("values.milliliters", "{value} ml")
        /// A body weight.
        public static let kilograms = LocalizedText("values.kilograms", "{value} kg")
        /// A long distance.
        public static let kilometers = LocalizedText("values.kilometers", "{value} km")
        /// A short distance.
        public static let meters = LocalizedText("values.meters", "{value} m")
        /// Flights of stairs.
        public static let floors = LocalizedText("values.floors", "{value} floors")
        /// A short duration.
        public static let milliseconds = LocalizedText("values.milliseconds", "{value} ms")
        /// Yes.
        public static let yes = LocalizedText("values.yes", "Yes")
        /// No.
        public static let no = LocalizedText("values.no", "No")
        /// A property's name and its value.
        public static let property = LocalizedText("values.property", "{name}: {value}")

        static let all = [
            steps, kilocalories, perMinute, perMinuteRange, milliliters, kilograms, kilometers,
            meters, floors, milliseconds, yes, no, property,
        ]
    }
}
