extension Strings {
    /// Values with their units.
    package enum Values {
        /// Steps.
        package static let steps = LocalizedText("values.steps", "{value} steps")
        /// Energy.
        package static let kilocalories = LocalizedText("values.kilocalories", "{value} kcal")
        /// Heart rate.
        package static let perMinute = LocalizedText("values.per_minute", "{value} /min")
        /// Heart rate with its minimum and maximum.
        package static let perMinuteRange = LocalizedText(
            "values.per_minute_range",
            "{value} /min ({low}–{high})"
        )
        /// A volume of water.
        package static let milliliters = LocalizedText("values.milliliters", "{value} ml")
        /// A body weight.
        package static let kilograms = LocalizedText("values.kilograms", "{value} kg")
        /// A long distance.
        package static let kilometers = LocalizedText("values.kilometers", "{value} km")
        /// A short distance.
        package static let meters = LocalizedText("values.meters", "{value} m")
        /// Flights of stairs.
        package static let floors = LocalizedText("values.floors", "{value} floors")
        /// A short duration.
        package static let milliseconds = LocalizedText("values.milliseconds", "{value} ms")
        /// Yes.
        package static let yes = LocalizedText("values.yes", "Yes")
        /// No.
        package static let no = LocalizedText("values.no", "No")
        /// A property's name and its value.
        package static let property = LocalizedText("values.property", "{name}: {value}")

        static let all = [
            steps, kilocalories, perMinute, perMinuteRange, milliliters, kilograms, kilometers,
            meters, floors, milliseconds, yes, no, property,
        ]
    }
}
