import CArchive

/// A zip archive, read file by file in the order in which they lie in it.
final class ZipArchive {
    /// A file of an archive.
    struct Entry {
        /// Its path in the archive; `nil` when it cannot be told: a name that says it is UTF-8
        /// cannot always be had where the C library knows ASCII only.
        let name: String?
        /// How large it is unpacked; `nil` when the archive does not say.
        let sizeBytes: Int64?
        /// What it is packed with, when that is not what the Health app uses: other ways may take
        /// gigabytes of memory to unpack.
        let foreignPacking: String?
    }

    private let path: String
    private let archive: OpaquePointer

    init(path: String) throws(ImportError) {
        guard let archive = archive_read_new() else {
            throw ImportError(.cannotRead, path: path, "There is not enough memory to unpack it.")
        }
        self.path = path
        self.archive = archive
        archive_read_support_format_zip(archive)
        guard archive_read_open_filename(archive, path, 128 * 1024) == ARCHIVE_OK else {
            throw failure("It cannot be opened as a zip archive", after: 0)
        }
    }

    deinit {
        archive_read_free(archive)
    }

    /// The next file, whatever was read of the one before; `nil` at the end.
    ///
    /// What is not read is not unpacked, as long as the archive's own list of files is whole.
    func next() throws(ImportError) -> Entry? {
        var entry: OpaquePointer?
        let result = archive_read_next_header(archive, &entry)
        if result == ARCHIVE_EOF { return nil }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN else {
            throw failure("Its list of files is damaged", after: 0)
        }
        let format = archive_format_name(archive).map { String(cString: $0) } ?? ""
        let isKnown = format.hasSuffix("(uncompressed)") || format.hasSuffix("(deflation)")
        let name = archive_entry_pathname(entry) ?? archive_entry_pathname_utf8(entry)
        return Entry(
            name: name.map { String(cString: $0) },
            sizeBytes: archive_entry_size_is_set(entry) != 0 ? archive_entry_size(entry) : nil,
            foreignPacking: isKnown ? nil : format
        )
    }

    /// Reads some bytes of the file; 0 at its end, negative when it is damaged or cut off.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        archive_read_data(archive, buffer.baseAddress, buffer.count)
    }

    /// The archive's own words on what went wrong.
    func failure(_ what: String, after bytes: Int64) -> ImportError {
        let reason = archive_error_string(archive).map { String(cString: $0) } ?? "unknown"
        return ImportError(
            .damaged,
            path: path,
            "\(what) after \(bytes) bytes of XML (\(reason)). Keep the phone unlocked "
                + "while it exports, export again, and copy the file whole."
        )
    }
}
