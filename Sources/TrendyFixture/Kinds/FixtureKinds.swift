/// The kinds of data in a generated export.
package enum FixtureKinds: String, Sendable, CaseIterable {
    /// Steps, distance, energy, heart rate, water, body weight, sleep, mindful sessions, workouts
    /// and a blood pressure.
    case standard
    /// All quantity and category types of HealthKit as well, with meals, hearing tests and the
    /// expected results of each type by day.
    case all
}
