/// Generates monotonic UUIDs of version 7.
///
/// Layout of RFC 9562, section 5.7: 48 bits of Unix milliseconds, then 74 bits that start random in
/// each new millisecond and count up within it (section 6.2, method 2). When the clock stands still
/// or goes back, the generator keeps its last millisecond and continues to count; when the counter
/// is exhausted, it advances the millisecond.
package struct UUIDv7Generator: Sendable {
    private var lastMilliseconds: UInt64 = 0
    private var counter: (high: UInt16, low: UInt64) = (0, 0)

    /// Creates a generator.
    package init() {}

    /// Generates an id greater than all previous ids of this generator.
    ///
    /// - `now`: the wall clock; instants before 1970 count as 1970.
    /// - `random`: the source of the 74 random bits.
    package mutating func next(at now: Instant, random: some RandomSource) -> EntityID {
        let milliseconds = UInt64(max(0, now.milliseconds)) & 0xFFFF_FFFF_FFFF
        if milliseconds > lastMilliseconds {
            lastMilliseconds = milliseconds
            seedCounter(random: random)
        } else {
            advanceCounter(by: random.next() & 0xFFFF_FFFF | 1, random: random)
        }
        let high = lastMilliseconds << 16 | 0x7000 | UInt64(counter.high)
        return EntityID(high: high, low: 0x8000_0000_0000_0000 | counter.low)
    }

    private mutating func seedCounter(random: some RandomSource) {
        // The top bit starts clear, so that the counter has space in the millisecond.
        counter = (UInt16(random.next() & 0x7FF), random.next() & 0x3FFF_FFFF_FFFF_FFFF)
    }

    private mutating func advanceCounter(by step: UInt64, random: some RandomSource) {
        let low = counter.low + step
        guard low > 0x3FFF_FFFF_FFFF_FFFF else {
            counter.low = low
            return
        }
        counter.low = low & 0x3FFF_FFFF_FFFF_FFFF
        if counter.high < 0xFFF {
            counter.high += 1
        } else {
            lastMilliseconds += 1
            seedCounter(random: random)
        }
    }
}
