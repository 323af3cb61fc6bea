package import Foundation
import Synchronization

/// The injected random source of identifiers and jitter.
public protocol PhoneRandomness: Sendable {
    /// The next uniformly distributed number.
    func next() -> UInt64
}

extension PhoneRandomness {
    /// A random (version 4) UUID.
    package func uuid() -> UUID {
        var bytes = (next(), next())
        return withUnsafeMutableBytes(of: &bytes) { bytes in
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }

    /// A random integer below a bound; 0 when the bound is 0.
    package func number(below bound: Int) -> Int {
        bound > 0 ? Int(next() % UInt64(bound)) : 0
    }

    /// A random duration up to a maximum, in whole milliseconds; draws nothing when the maximum is
    /// zero.
    package func span(upTo longest: Duration) -> Duration {
        guard longest > .zero else { return .zero }
        return .milliseconds(number(below: Int(longest.seconds * 1000) + 1))
    }
}

/// A SplitMix64 generator: the same sequence on every machine.
public final class SeededRandomness: PhoneRandomness {
    private let state: Mutex<UInt64>

    /// A source with a seed.
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
