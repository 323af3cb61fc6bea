import Dispatch

/// An instant of the monotonic clock at which a call gives up.
///
/// The clock of the operating system, because the waits are system calls on sockets; it is not
/// affected by changes of the wall clock.
package struct Deadline: Sendable, Comparable {
    /// Nanoseconds of the monotonic clock.
    private let nanoseconds: UInt64

    /// The instant after a duration from now; a negative duration counts as zero.
    package static func after(_ duration: Duration) -> Deadline {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return now }
        // A century is longer than any wait, and far from an overflow.
        let bounded = UInt64(min(seconds, 3_155_760_000)) * 1_000_000_000
        let fraction = UInt64(attoseconds / 1_000_000_000)
        return Deadline(nanoseconds: now.nanoseconds + bounded + fraction)
    }

    /// The current instant.
    package static var now: Deadline {
        Deadline(nanoseconds: DispatchTime.now().uptimeNanoseconds)
    }

    /// Whether the instant is now or in the past.
    package var hasPassed: Bool { Deadline.now >= self }

    /// The time until the instant, zero in the past.
    package var remaining: Duration {
        let now = Deadline.now
        return self > now ? .nanoseconds(Int64(nanoseconds - now.nanoseconds)) : .zero
    }

    /// The time since the instant, zero before it.
    var elapsed: Duration {
        let now = Deadline.now
        return now > self ? .nanoseconds(Int64(now.nanoseconds - nanoseconds)) : .zero
    }

    /// The remaining time for `poll`, in milliseconds rounded up; 0 in the past.
    var pollTimeout: Int32 {
        let now = Deadline.now
        guard self > now else { return 0 }
        let milliseconds = (nanoseconds - now.nanoseconds + 999_999) / 1_000_000
        return Int32(clamping: milliseconds)
    }

    package static func < (left: Deadline, right: Deadline) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
