/// Options of a generated life on a simulated phone.
public struct ReplayOptions: Sendable {
    /// The seed; it determines the life, its faults and every interleaving.
    public var seed: UInt64
    /// The number of days.
    public var days: Int
    /// The fraction of the usual samples that is generated, above 0 and at most 1.
    public var density = 1.0
    /// Whether faults are injected.
    public var hasFaults = true

    /// A life of so many days, with all faults.
    public init(seed: UInt64, days: Int) {
        self.seed = seed
        self.days = days
    }
}
