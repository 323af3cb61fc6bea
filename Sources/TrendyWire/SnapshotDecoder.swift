package import TrendyModel

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Splits the bytes of a snapshot into lines as they arrive.
package struct SnapshotDecoder: Sendable {
    /// The maximum length of a line.
    package static let maximumLineBytes = 8 * 1024 * 1024

    private var partialLine: [UInt8] = []
    private var consumed = 0

    /// Creates a decoder at the start of a snapshot.
    package init() {}

    /// Appends bytes and returns the lines that are complete now.
    package mutating func decode(
        _ bytes: UnsafeRawBufferPointer
    ) throws(JSONError) -> [SnapshotLine] {
        var lines: [SnapshotLine] = []
        var start = 0
        while let end = lineFeed(in: bytes, from: start) {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            if partialLine.isEmpty {
                lines.append(try line(piece).get())
                consumed += piece.count + 1
            } else {
                partialLine.append(contentsOf: piece)
                lines.append(try partialLine.withUnsafeBytes { line($0) }.get())
                consumed += partialLine.count + 1
                partialLine.removeAll(keepingCapacity: true)
            }
            start = end + 1
        }
        partialLine.append(contentsOf: bytes[start...])
        guard partialLine.count <= Self.maximumLineBytes else {
            throw JSONError(offset: consumed, message: "A line of the snapshot is too long")
        }
        return lines
    }

    private func line(_ bytes: UnsafeRawBufferPointer) -> Result<SnapshotLine, JSONError> {
        do throws(JSONError) {
            return .success(try SnapshotLine(line: bytes))
        } catch {
            return .failure(JSONError(offset: consumed + error.offset, message: error.message))
        }
    }

    private func lineFeed(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return base.distance(to: UnsafeRawPointer(found))
    }
}
