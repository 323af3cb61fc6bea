import CZlib

/// A zip archive with one file, as the Health app writes it.
struct ZipEntry {
    private let name: [UInt8]
    private let content: [UInt8]
    private let isDeflated: Bool

    init(_ name: String, _ content: [UInt8], isDeflated: Bool) {
        self.name = Array(name.utf8)
        self.content = content
        self.isDeflated = isDeflated
    }

    /// The archive's bytes.
    var archive: [UInt8] {
        let data = isDeflated ? Self.deflate(content) : content
        var common = Little()
        common.append16(20)  // the version needed to extract
        common.append16(0x800)  // flags: the name is UTF-8
        common.append16(isDeflated ? 8 : 0)
        common.append16(0)  // time
        common.append16(0x5821)  // 2024-01-01
        common.append32(Self.checksum(content))
        common.append32(UInt32(truncatingIfNeeded: data.count))
        common.append32(UInt32(truncatingIfNeeded: content.count))
        common.append16(UInt16(truncatingIfNeeded: name.count))
        common.append16(0)  // the length of the extra field

        var archive = Little()
        archive.append32(0x0403_4B50)
        archive.bytes += common.bytes + name + data
        let directoryOffset = archive.bytes.count
        archive.append32(0x0201_4B50)
        archive.append16(20)  // the version it was made by
        archive.bytes += common.bytes
        archive.append16(0)  // the length of the comment
        archive.append16(0)  // disk
        archive.append16(0)  // internal attributes
        archive.append32(0)  // external attributes
        archive.append32(0)  // where the local header is
        archive.bytes += name
        let directoryBytes = archive.bytes.count - directoryOffset
        archive.append32(0x0605_4B50)
        archive.append16(0)  // disk
        archive.append16(0)  // the directory's disk
        archive.append16(1)  // entries here
        archive.append16(1)  // entries in all
        archive.append32(UInt32(truncatingIfNeeded: directoryBytes))
        archive.append32(UInt32(truncatingIfNeeded: directoryOffset))
        archive.append16(0)  // the length of the comment
        return archive.bytes
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(truncatingIfNeeded: bytes.count)))
    }

    private static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(UInt(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(count))
        let status = compress2(&result, &count, bytes, UInt(bytes.count), Z_BEST_SPEED)
        expect(status == Z_OK, "zlib cannot deflate \(bytes.count) bytes")
        // Zip omits zlib's header and checksum.
        return Array(result[2..<Int(count) - 4])
    }
}

/// Appends numbers in little-endian order.
private struct Little {
    var bytes: [UInt8] = []

    mutating func append16(_ value: UInt16) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    mutating func append32(_ value: UInt32) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
}
