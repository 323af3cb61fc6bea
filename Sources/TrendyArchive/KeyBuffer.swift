#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A buffer for a key of several short texts, reused for each record.
final class KeyBuffer {
    private let buffer: UnsafeMutableRawBufferPointer
    private let maximumPartBytes: Int
    private var count = 0

    /// Creates a buffer for keys of a number of parts; longer parts are truncated.
    init(parts: Int, maximumPartBytes: Int) {
        buffer = .allocate(byteCount: parts * (maximumPartBytes + 1), alignment: 8)
        self.maximumPartBytes = maximumPartBytes
    }

    deinit {
        buffer.deallocate()
    }

    /// The bytes of the key, valid until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[..<count]) }

    /// Removes all parts.
    func clear() { count = 0 }

    /// Appends a part and a separator that occurs in no attribute; `nil` differs from empty.
    func append(_ part: UnsafeRawBufferPointer?) {
        let length = min(part?.count ?? 0, maximumPartBytes)
        guard count + length < buffer.count else { return }
        if let start = part?.baseAddress, let target = buffer.baseAddress {
            memcpy(target + count, start, length)
        }
        buffer[count + length] = part == nil ? 1 : 2
        count += length + 1
    }
}
