/// A counter-based random number generator: the same seed, salt and position give the same number in
/// any order.
///
/// Each record type can therefore be written in its own pass without storing the days in between.
struct SeededRNG: Sendable {
    let seed: UInt64

    /// 64 random bits, from two rounds of the SplitMix64 finalizer.
    func bits(_ salt: UInt64, _ position: Int, _ index: Int = 0) -> UInt64 {
        let first = Self.mix(
            seed &+ salt &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: position)
        )
        return Self.mix(first &+ UInt64(truncatingIfNeeded: index) &* 0xD1B5_4A32_D192_ED03)
    }

    /// A number from 0 up to, but not including, 1.
    func unit(_ salt: UInt64, _ position: Int, _ index: Int = 0) -> Double {
        Double(bits(salt, position, index) >> 11) * 0x1p-53
    }

    /// An integer of the range.
    func pick(_ range: Range<Int>, _ salt: UInt64, _ position: Int, _ index: Int = 0) -> Int {
        range.lowerBound + Int(bits(salt, position, index) % UInt64(range.count))
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
