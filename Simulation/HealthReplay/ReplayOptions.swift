/// A generated life on a simulated phone.
public struct ReplayOptions: Sendable {
    /// Decides the life, its faults, and every interleaving.
    public var seed: UInt64
    /// How many days it has.
    public var days: Int
    /// The part of the usual samples that there are, above 0 and at most 1.
    public var density = 1.0
    /// Whether anything goes wrong.
    public var hasFaults = true

    /// A life of so many days, with every fault.
    public init(seed: UInt64, days: Int) {
        self.seed = seed
        self.days = days
    }
}
