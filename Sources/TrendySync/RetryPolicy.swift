package import TrendyModel

/// The backoff for mutations that the server did not accept.
package struct RetryPolicy: Sendable, Equatable {
    /// The number of attempts before a mutation fails.
    package var maximumAttempts = 5
    /// The delay after the first attempt; it doubles with each attempt.
    package var firstDelay: Duration = .seconds(2)
    /// The maximum delay.
    package var maximumDelay: Duration = .seconds(30)
    /// The delay after the first attempt while the server may be at fault; it quadruples with each
    /// attempt, so that an hour of server failures makes no mutation fail.
    package var firstUnverifiedDelay: Duration = .seconds(45)
    /// The random deviation of a delay in both directions, as a fraction.
    package var jitter = 0.1

    /// The maximum delay of all; including jitter it is shorter than the threshold for a wrong
    /// clock.
    private static let maximumBackoff = Duration.seconds(2880)

    /// The default policy: at once, then after 2, 4, 8 and 16 s.
    package init() {}

    /// The delay after a number of unsuccessful attempts; `nil` when there is no further attempt.
    ///
    /// - `isProven`: whether the server is known to accept other mutations.
    package func delay(
        afterAttempts attempts: Int,
        isProven: Bool = true,
        random: any RandomSource
    ) -> Duration? {
        guard attempts < maximumAttempts else { return nil }
        var delay = isProven ? firstDelay : firstUnverifiedDelay
        for _ in 1..<max(1, attempts) {
            delay = isProven ? min(delay * 2, maximumDelay) : min(delay * 4, Self.maximumBackoff)
        }
        // 53 random bits give a number from 0 up to, but not including, 1.
        let fraction = Double(random.next() >> 11) / 9_007_199_254_740_992
        return delay * (1 + jitter * (2 * fraction - 1))
    }
}
