public import TrendyModel

/// When a mutation that was not accepted is tried again.
public struct RetryPolicy: Sendable, Equatable {
    /// Attempts until a person must decide.
    public var maximumAttempts = 5
    /// The wait after the first attempt; it doubles with each.
    public var firstDelay: Duration = .seconds(2)
    /// The longest wait.
    public var maximumDelay: Duration = .seconds(30)
    /// The wait after the first attempt that may be the server's fault as well; it quadruples with
    /// each, so that a server that fails over everything for an hour makes nothing fail.
    public var firstUnprovenDelay: Duration = .seconds(45)
    /// How far a wait is spread to both sides, as a fraction of it.
    public var jitter = 0.1

    /// The longest wait of all; with its spread it is shorter than what counts as a wrong clock's.
    private static let maximumBackoff = Duration.seconds(2880)

    /// The policy of the design: at once, then after 2, 4, 8 and 16 s.
    public init() {}

    /// How long to wait after so many attempts that were not accepted; `nil` when there is no
    /// further one.
    ///
    /// - `isProven`: whether it is known that the server accepts others.
    public func delay(
        afterAttempts attempts: Int,
        isProven: Bool = true,
        random: any RandomSource
    ) -> Duration? {
        guard attempts < maximumAttempts else { return nil }
        var delay = isProven ? firstDelay : firstUnprovenDelay
        for _ in 1..<max(1, attempts) {
            delay = isProven ? min(delay * 2, maximumDelay) : min(delay * 4, Self.maximumBackoff)
        }
        // 53 random bits make a number from 0 up to 1.
        let fraction = Double(random.next() >> 11) / 9_007_199_254_740_992
        return delay * (1 + jitter * (2 * fraction - 1))
    }
}
