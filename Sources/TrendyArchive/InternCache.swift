#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A bounded cache from bytes to a value, for the few texts that most records share.
///
/// A look-up allocates nothing. When the cache is full it starts again empty, so memory stays
/// bounded for any input.
struct InternCache<Value> {
    private struct Entry {
        let bytes: [UInt8]
        let value: Value
    }

    private let maximumEntries: Int
    private let maximumBytes: Int
    private var entries: [UInt64: Entry] = [:]
    private var sizeBytes = 0

    init(maximumEntries: Int = 4096, maximumBytes: Int = 1 << 20) {
        self.maximumEntries = maximumEntries
        self.maximumBytes = maximumBytes
    }

    /// The stored value of a key; `nil` when it is not in the cache.
    func value(of key: UnsafeRawBufferPointer, hash: UInt64) -> Value? {
        guard let entry = entries[hash], entry.bytes.count == key.count else { return nil }
        guard let start = key.baseAddress, memcmp(entry.bytes, start, key.count) != 0 else {
            return entry.value
        }
        return nil
    }

    /// Stores a value.
    mutating func store(_ value: Value, of key: UnsafeRawBufferPointer, hash: UInt64) {
        if entries.count >= maximumEntries || sizeBytes + key.count > maximumBytes {
            entries.removeAll(keepingCapacity: true)
            sizeBytes = 0
        }
        entries[hash] = Entry(bytes: Array(key), value: value)
        sizeBytes += key.count
    }

    /// A hash of bytes; equal in all processes, because the archive stores it.
    static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            let word = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            )
            hash = mixed(hash ^ word)
            index += 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        return mixed(hash ^ rest)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
