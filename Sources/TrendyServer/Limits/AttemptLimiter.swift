import TrendyModel

/// The number of free attempts of an ``AttemptLimiter`` and the growth of its delay.
struct AttemptLimiterPolicy: Sendable {
    /// Attempts without a delay.
    var free: Int
    /// The delay after the last free attempt; each further attempt doubles it.
    var firstDelay: Duration
    /// The maximum delay.
    var maximumDelay: Duration
    /// The time without an attempt after which the count of a key is reset.
    var resetInterval: Duration
}

/// Rate limiter with an exponentially growing delay per key.
///
/// A pure state machine. An attempt counts when it is admitted, before its outcome is known, so
/// that concurrent attempts cannot pass together. A success refunds the attempt.
struct AttemptLimiter<Key: Hashable & Sendable>: Sendable {
    /// The decision about an attempt.
    enum Admission: Equatable, Sendable {
        /// The attempt may proceed.
        case admitted
        /// The attempt has to wait; `isFirst` for the first refusal since the last admission.
        case delayed(Duration, isFirst: Bool)

        /// Whether it is the first refusal since the last admission.
        var isFirstRefusal: Bool {
            if case .delayed(_, let isFirst) = self { return isFirst }
            return false
        }
    }

    private struct Entry: Sendable {
        var attempts: Int
        var lastAttempt: Instant
        var blockedUntil: Instant
        var isReported = false
    }

    private let policy: AttemptLimiterPolicy
    private var entries: GenerationalCache<Key, Entry>

    /// Creates a limiter without attempts.
    ///
    /// - `capacity`: the maximum number of keys in each of two generations.
    init(policy: AttemptLimiterPolicy, capacity: Int = 20_000) {
        self.policy = policy
        entries = GenerationalCache(capacity: capacity)
    }

    /// The delay that an attempt of a key would have now, without counting it.
    mutating func delay(of key: Key, at now: Instant) -> Duration? {
        guard let entry = entries[key], entry.blockedUntil > now else { return nil }
        // After a step back of the wall clock, the delay is still at most the longest delay.
        return min(entry.blockedUntil - now, policy.maximumDelay)
    }

    /// Admits and counts an attempt, or returns its delay.
    mutating func admit(_ key: Key, at now: Instant) -> Admission {
        var entry = entries[key]
        if let known = entry, abs(now - known.lastAttempt) > policy.resetInterval { entry = nil }
        if var known = entry, known.blockedUntil > now {
            let isFirst = !known.isReported
            if isFirst {
                known.isReported = true
                entries[key] = known
            }
            return .delayed(min(known.blockedUntil - now, policy.maximumDelay), isFirst: isFirst)
        }
        var counted = entry ?? Entry(attempts: 0, lastAttempt: now, blockedUntil: now)
        counted.attempts += 1
        counted.lastAttempt = now
        counted.isReported = false
        if counted.attempts >= policy.free { counted.blockedUntil = now + delay(counted.attempts) }
        entries[key] = counted
        return .admitted
    }

    /// Refunds an attempt.
    mutating func refund(_ key: Key) {
        guard var entry = entries[key] else { return }
        entry.attempts -= 1
        entry.blockedUntil = entry.lastAttempt
        entries[key] = entry.attempts > 0 ? entry : nil
    }

    /// Removes all attempts of a key.
    mutating func forget(_ key: Key) { entries[key] = nil }

    private func delay(_ attempts: Int) -> Duration {
        let doublings = min(attempts - policy.free, 30)
        return min(policy.firstDelay * (1 << doublings), policy.maximumDelay)
    }
}

private func abs(_ duration: Duration) -> Duration {
    duration < .zero ? .zero - duration : duration
}
