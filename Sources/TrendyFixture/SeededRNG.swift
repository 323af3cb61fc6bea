/// Random numbers by name: the same seed, salt and place give the same number in any order.
///
/// It lets each record type be written on its own pass without storing the days in between.
struct SeededRNG: Sendable {
    let seed: UInt64

    /// 64 bits; two rounds of the finaliser of SplitMix64.
    func bits(_ salt: UInt64, _ place: Int, _ index: Int = 0) -> UInt64 {
        let first = Self.mix(
            seed &+ salt &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: place)
        )
        return Self.mix(first &+ UInt64(truncatingIfNeeded: index) &* 0xD1B5_4A32_D192_ED03)
    }

    /// A number from 0 up to, not including, 1.
    func unit(_ salt: UInt64, _ place: Int, _ index: Int = 0) -> Double {
        Double(bits(salt, place, index) >> 11) * 0x1p-53
    }

    /// A whole number of the range.
    func pick(_ range: Range<Int>, _ salt: UInt64, _ place: Int, _ index: Int = 0) -> Int {
        range.lowerBound + Int(bits(salt, place, index) % UInt64(range.count))
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
