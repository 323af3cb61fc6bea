/// How a simulation chooses what goes next; each seed draws its own.
public struct SchedulingPolicy: Sendable, Equatable {
    /// Chances in a thousand, at each step, that time goes on although work is waiting, as on a
    /// slow machine.
    ///
    /// Without it, what one timer wakes runs to its end before the next timer is due, and most
    /// interleavings are never seen.
    public var stallPerMille: Int
    /// How far a stall may reach.
    public var horizon: Duration
    /// Whether the oldest job goes first; otherwise the seed chooses.
    public var isFirstInFirstOut: Bool

    /// A policy of one's own.
    public init(stallPerMille: Int, horizon: Duration, isFirstInFirstOut: Bool = false) {
        self.stallPerMille = stallPerMille
        self.horizon = horizon
        self.isFirstInFirstOut = isFirstInFirstOut
    }

    init(drawnFrom random: inout SplitMix64) {
        stallPerMille = random.pick([0, 10, 100, 400])
        horizon = random.pick([.milliseconds(50), .seconds(1), .seconds(60), .seconds(1200)])
        isFirstInFirstOut = random.happens(100)
    }
}
