import Crypto

/// A 31-bit fingerprint that is unique among the samples, or the measurements, of a day.
///
/// The highest bit distinguishes the two, because measurements change without a deletion.
package enum SampleFingerprint {
    private static let measurementBit: UInt32 = 1 << 31

    /// The fingerprint of a sample, from bits of its UUID.
    package static func sample(_ bits: UInt32) -> UInt32 { bits & ~measurementBit }

    /// The fingerprint of a sample without a UUID, from a text of its content.
    package static func content(_ text: String) -> UInt32 {
        sample(
            SHA256.hash(data: Array(text.utf8)).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        )
    }

    /// The fingerprint of a measurement, from a hash of it.
    package static func measurement(_ bits: UInt32) -> UInt32 { bits | measurementBit }

    static func isMeasurement(_ fingerprint: UInt32) -> Bool { fingerprint & measurementBit != 0 }
}
