/// Selects the next job of a simulation; drawn from the seed.
package struct SchedulingPolicy: Sendable, Equatable {
    /// The chance in a thousand, at each step, that time advances although jobs are ready, as on a
    /// slow machine.
    ///
    /// Without stalls, everything that one timer wakes runs to its end before the next timer is
    /// due, and most interleavings never occur.
    package var stallPerMille: Int
    /// The longest stall.
    package var horizon: Duration
    /// Whether the oldest job runs first; otherwise the seed selects.
    package var isFirstInFirstOut: Bool

    /// Runs all due work without delay, in an order that the seed selects.
    package static let prompt = SchedulingPolicy(stallPerMille: 0, horizon: .zero)

    /// A policy with explicit values.
    package init(stallPerMille: Int, horizon: Duration, isFirstInFirstOut: Bool = false) {
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
