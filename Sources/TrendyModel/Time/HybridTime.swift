/// A hybrid logical clock for edit times that are comparable across devices and never decrease.
///
/// It follows Kulkarni et al., 2014, with the logical part folded into the milliseconds: the next
/// time is the corrected wall clock, or the latest known time plus one where the clock is behind.
/// Mutation ids order equal times.
package struct HybridClock: Sendable {
    /// The latest time issued or observed.
    package private(set) var latest: Instant

    /// Creates a clock that has observed `latest`.
    package init(latest: Instant = Instant(milliseconds: 0)) {
        self.latest = latest
    }

    /// The time of an edit now; greater than every time issued or observed.
    ///
    /// - `now`: the device's wall clock.
    /// - `serverOffset`: the server's clock minus the device's clock.
    package mutating func nextEditTime(now: Instant, serverOffset: Duration) -> Instant {
        let corrected = now + serverOffset
        latest = max(corrected, Instant(milliseconds: latest.milliseconds + 1))
        return latest
    }

    /// Observes a time of another device.
    package mutating func observe(_ time: Instant) {
        latest = max(latest, time)
    }
}
