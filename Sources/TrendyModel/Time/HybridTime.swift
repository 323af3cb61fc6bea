/// The time of an edit, comparable across devices: wall-clock milliseconds that never go back.
///
/// A hybrid logical clock (Kulkarni et al., 2014) whose logical part is folded into the
/// milliseconds: it takes the corrected wall clock, or one more than the latest time it has seen
/// where the clock stands behind. Equal times are ordered by the mutation's id.
public struct HybridClock: Sendable {
    /// The latest time given out or seen.
    public private(set) var latest: Instant

    /// A clock that has seen `latest`.
    public init(latest: Instant = Instant(milliseconds: 0)) {
        self.latest = latest
    }

    /// The time of an edit made now; greater than every time given out or seen.
    ///
    /// - `now`: the device's wall clock.
    /// - `serverOffset`: how far the server's clock is ahead of the device's.
    public mutating func nextEditTime(now: Instant, serverOffset: Duration) -> Instant {
        let corrected = now + serverOffset
        latest = max(corrected, Instant(milliseconds: latest.milliseconds + 1))
        return latest
    }

    /// Takes note of a time that another device gave.
    public mutating func observe(_ time: Instant) {
        latest = max(latest, time)
    }
}
