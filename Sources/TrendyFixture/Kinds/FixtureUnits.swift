/// The units in which a generated export prints the types that only an export of all types has.
package enum FixtureUnits: String, Sendable, CaseIterable {
    /// Kilometres, kilojoules, kilograms, degrees Celsius and millimoles per litre.
    case metric
    /// Miles, feet, Calories, pounds, degrees Fahrenheit and milligrams per decilitre.
    case imperial
}
