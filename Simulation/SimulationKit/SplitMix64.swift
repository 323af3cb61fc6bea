import TrendyModel

/// A 64-bit random generator: a seed gives the same sequence on every platform.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator at the start of its sequence.
    package init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A generator for one part of a simulation.
    ///
    /// Its numbers do not depend on how often other generators are used.
    package func fork(_ label: String) -> SplitMix64 {
        // FNV-1a of the label.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in label.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var child = SplitMix64(seed: state ^ hash)
        return SplitMix64(seed: child.next())
    }

    /// Draws true with a chance in a thousand.
    package mutating func happens(_ perMille: Int) -> Bool {
        perMille > 0 && Int.random(in: 0..<1000, using: &self) < perMille
    }

    /// Draws a duration from a range, in whole milliseconds.
    package mutating func duration(_ shortest: Duration, _ longest: Duration) -> Duration {
        let low = shortest.nanoseconds / 1_000_000
        let high = max(low, longest.nanoseconds / 1_000_000)
        return .milliseconds(Int64.random(in: low...high, using: &self))
    }

    /// Draws an element of a list that is not empty.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }
}

/// A generator that the parts of one simulation share.
package final class SharedRandom: RandomSource, @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.
    private var generator: SplitMix64

    /// A source that starts with the state of a generator.
    package init(_ generator: SplitMix64) {
        self.generator = generator
    }

    /// The next number.
    package func next() -> UInt64 { generator.next() }
}

extension Duration {
    /// The duration in whole nanoseconds.
    var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
