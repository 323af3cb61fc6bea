/// Four bytes that tell a sample, or what was measured, from all others of its day.
///
/// The highest bit says which: what was measured changes without anything being deleted.
public enum SampleFingerprint {
    private static let measurementBit: UInt32 = 1 << 31

    /// The stamp of a sample, of bits of its UUID.
    public static func sample(_ bits: UInt32) -> UInt32 { bits & ~measurementBit }

    /// The stamp of what was measured, of a hash of it.
    public static func measurement(_ bits: UInt32) -> UInt32 { bits | measurementBit }

    static func isMeasurement(_ stamp: UInt32) -> Bool { stamp & measurementBit != 0 }
}
