package import Foundation
import Synchronization

/// Chance, handed in: identifiers and jitter come from it, and nothing else does.
public protocol PhoneRandomness: Sendable {
    /// The next number, uniform over all of them.
    func next() -> UInt64
}

extension PhoneRandomness {
    /// A random (version 4) identifier.
    package func uuid() -> UUID {
        var bytes = (next(), next())
        return withUnsafeMutableBytes(of: &bytes) { bytes in
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }

    /// A whole number below a bound; 0 when the bound is.
    package func number(below bound: Int) -> Int {
        bound > 0 ? Int(next() % UInt64(bound)) : 0
    }

    /// A span up to a longest one, in whole milliseconds; draws nothing when that is zero.
    package func span(upTo longest: Duration) -> Duration {
        guard longest > .zero else { return .zero }
        return .milliseconds(number(below: Int(longest.seconds * 1000) + 1))
    }
}

/// SplitMix64: small, and the same on every machine.
public final class SeededRandomness: PhoneRandomness {
    private let state: Mutex<UInt64>

    /// A source that one seed decides.
    public init(seed: UInt64) {
        state = Mutex(seed)
    }

    /// The next number.
    public func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }
}
