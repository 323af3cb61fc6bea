import CArchive

/// The export's XML inside a zip archive, found by its content, whatever it is called.
final class ZipStream: ExportStream {
    /// The largest XML that is read: 7 million records make about 3 GB.
    static let maximumBytes: Int64 = 64 << 30
    /// How many times larger than its archive the XML may be; real exports reach about 20.
    static let maximumRatio: Int64 = 200
    /// What is always allowed, however small the archive is.
    static let freeBytes: Int64 = 16 << 20

    private let path: String
    private let archive: OpaquePointer
    private let limitBytes: Int64
    private var head: [UInt8] = []
    private var headPosition = 0
    private var deliveredBytes: Int64 = 0
    private(set) var totalBytes: Int64?

    init(path: String, archiveBytes: Int64) throws(ImportError) {
        guard let archive = archive_read_new() else {
            throw ImportError(.cannotRead, path: path, "There is not enough memory to unpack it.")
        }
        self.path = path
        self.archive = archive
        limitBytes = min(Self.maximumBytes, archiveBytes * Self.maximumRatio + Self.freeBytes)
        archive_read_support_format_zip(archive)
        guard archive_read_open_filename(archive, path, 128 * 1024) == ARCHIVE_OK else {
            throw failure("It cannot be opened as a zip archive")
        }
        try findExport()
    }

    deinit {
        archive_read_free(archive)
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
            // What is damaged or cut off ends the text here; the reader tells how far it came.
            count = max(0, archive_read_data(archive, buffer.baseAddress, buffer.count))
        }
        deliveredBytes += Int64(count)
        guard deliveredBytes <= limitBytes else {
            throw ImportError(
                .tooLarge,
                path: path,
                "It unpacks to more than \(limitBytes >> 20) MiB, which no export of its size "
                    + "does. It is not read any further, and nothing was stored. If it is "
                    + "genuine, unpack it and give the export.xml."
            )
        }
        return count
    }

    private func findExport() throws(ImportError) {
        var entry: OpaquePointer?
        while true {
            let result = archive_read_next_header(archive, &entry)
            if result == ARCHIVE_EOF { break }
            guard result == ARCHIVE_OK || result == ARCHIVE_WARN else {
                throw failure("Its list of files is damaged")
            }
            // A name that says it is UTF-8 cannot be had where the C library knows ASCII only.
            if let name = archive_entry_pathname(entry), !isCandidate(String(cString: name)) {
                continue
            }
            try checkPacking()
            head = try readHead()
            headPosition = 0
            if ExportSniffer.isExport(head) {
                totalBytes =
                    archive_entry_size_is_set(entry) != 0 ? archive_entry_size(entry) : nil
                return
            }
        }
        throw ImportError(
            .notAnExport,
            path: path,
            "This zip holds no Apple Health export. In the Health app, tap your picture, then "
                + "'Export All Health Data', and give the zip that it makes."
        )
    }

    /// Other ways to pack than Apple's may take gigabytes of memory to unpack.
    private func checkPacking() throws(ImportError) {
        let format = archive_format_name(archive).map { String(cString: $0) } ?? ""
        guard !format.hasSuffix("(uncompressed)"), !format.hasSuffix("(deflation)") else { return }
        throw ImportError(
            .notAnExport,
            path: path,
            "This zip is packed in a way that the Health app does not use (\(format)). Unpack it "
                + "and give the export.xml, or give the zip that the Health app made."
        )
    }

    /// Localized exports have localized names; only what can never be one is left out.
    private func isCandidate(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        guard let last = parts.last, !name.hasSuffix("/") else { return false }
        return last.lowercased().hasSuffix(".xml") && last != "export_cda.xml"
            && !last.hasPrefix("._") && !parts.contains("__MACOSX")
    }

    private func readHead() throws(ImportError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: ExportSniffer.headBytes)
        var count = 0
        while count < bytes.count {
            let result = bytes.withUnsafeMutableBytes { buffer -> Result<Int, ImportError> in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                do throws(ImportError) {
                    return .success(try readData(into: rest))
                } catch {
                    return .failure(error)
                }
            }
            let read = try result.get()
            if read == 0 { break }
            count += read
        }
        return Array(bytes[..<count])
    }

    private func readData(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
        guard count >= 0 else { throw failure("Its content is damaged or cut off") }
        return count
    }

    private func failure(_ what: String) -> ImportError {
        let reason = archive_error_string(archive).map { String(cString: $0) } ?? "unknown"
        return ImportError(
            .damaged,
            path: path,
            "\(what) after \(deliveredBytes) bytes of XML (\(reason)). Keep the phone unlocked "
                + "while it exports, export again, and copy the file whole."
        )
    }
}
