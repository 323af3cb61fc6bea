/// A stream of the export's XML inside a zip archive, found by its content regardless of its name.
final class ZipStream: ExportStream {
    /// The maximum size of the XML; 7 million records make about 3 GB.
    static let maximumBytes: Int64 = 64 << 30
    /// The maximum ratio of the XML's size to the archive's; real exports reach about 20.
    static let maximumRatio: Int64 = 200
    /// The size that is always allowed, however small the archive is.
    static let freeBytes: Int64 = 16 << 20

    private let path: String
    private let archive: ZipArchive
    /// The maximum unpacked size in bytes.
    let limitBytes: Int64
    private var head: [UInt8] = []
    private var headPosition = 0
    private var deliveredBytes: Int64 = 0
    private(set) var totalBytes: Int64?
    /// Whether the archive is damaged or truncated where the text ends.
    private(set) var isDamaged = false

    init(path: String, archiveBytes: Int64) throws(ImportError) {
        archive = try ZipArchive(path: path)
        self.path = path
        limitBytes = min(Self.maximumBytes, archiveBytes * Self.maximumRatio + Self.freeBytes)
        try findExport()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        let count: Int
        if headPosition < head.count {
            count = min(buffer.count, head.count - headPosition)
            head.withUnsafeBytes { bytes in
                buffer.copyMemory(
                    from: UnsafeRawBufferPointer(
                        rebasing: bytes[headPosition..<headPosition + count]
                    )
                )
            }
            headPosition += count
        } else {
            // Damage ends the text here; the reader reports how far it got.
            let result = archive.read(into: buffer)
            isDamaged = result < 0
            count = max(0, result)
        }
        deliveredBytes += Int64(count)
        guard deliveredBytes <= limitBytes else {
            throw ImportError(
                .tooLarge,
                path: path,
                "The zip unpacks to more than \(limitBytes >> 20) MiB, which no export of its "
                    + "size does. Reading stopped, and nothing was stored. If the export is "
                    + "genuine, unpack it and provide the export.xml."
            )
        }
        return count
    }

    private func findExport() throws(ImportError) {
        while let entry = try archive.next() {
            if let name = entry.name, !isCandidate(name) { continue }
            try checkPacking(of: entry)
            head = readHead()
            headPosition = 0
            if ExportSniffer.isExport(head) {
                totalBytes = entry.sizeBytes
                return
            }
            if isDamaged {
                throw archive.failure("The content is damaged or cut off", after: deliveredBytes)
            }
        }
        throw ImportError(
            .notAnExport,
            path: path,
            "This zip contains no Apple Health export. In the Health app, tap your picture, then "
                + "'Export All Health Data', and provide the zip that it creates."
        )
    }

    private func checkPacking(of entry: ZipArchive.Entry) throws(ImportError) {
        guard let format = entry.foreignPacking else { return }
        throw ImportError(
            .notAnExport,
            path: path,
            "This zip uses a compression method that the Health app does not use (\(format)). "
                + "Unpack it and provide the export.xml, or provide the zip from the Health app."
        )
    }

    /// Whether a file may be the export.
    ///
    /// Localized exports have localized names, so only names that are impossible are excluded.
    private func isCandidate(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        guard let last = parts.last, !name.hasSuffix("/") else { return false }
        return last.lowercased().hasSuffix(".xml") && last != "export_cda.xml"
            && !last.hasPrefix("._") && !parts.contains("__MACOSX")
    }

    private func readHead() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: ExportSniffer.headBytes)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                archive.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            }
            isDamaged = read < 0
            if read <= 0 { break }
            count += read
        }
        return Array(bytes[..<count])
    }
}
