package import TrendyFixture

/// Options of a generated life on a simulated phone.
package struct ReplayOptions: Sendable {
    /// The seed; it determines the life, its faults and every interleaving.
    package var seed: UInt64
    /// The number of days.
    package var days: Int
    /// The fraction of the usual samples that is generated, above 0 and at most 1.
    package var density = 1.0
    /// The kinds of samples that are generated; with all of them, the app captures all metrics.
    package var kinds = FixtureKinds.standard
    /// Whether faults are injected.
    package var hasFaults = true

    /// A life of so many days, with all faults.
    package init(seed: UInt64, days: Int) {
        self.seed = seed
        self.days = days
    }
}
