import CArchive

/// A zip archive that is read file by file, in the order of the archive.
final class ZipArchive {
    /// A file in the archive.
    struct Entry {
        /// The path in the archive; `nil` when it cannot be decoded.
        ///
        /// Names flagged as UTF-8 are not always available when the C library supports only ASCII.
        let name: String?
        /// The unpacked size; `nil` when the archive does not state it.
        let sizeBytes: Int64?
        /// The compression method when it is not the one of the Health app; other methods may need
        /// gigabytes of memory.
        let foreignPacking: String?
    }

    private let path: String
    private let archive: OpaquePointer
    /// The undelivered part of the last block; valid until the next one.
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The offset of the end of that block in the file.
    private var blockEnd: Int64 = 0
    /// The final result of ``read(into:)``; `nil` before the end.
    private var ending: Int?

    init(path: String) throws(ImportError) {
        guard let archive = archive_read_new() else {
            throw ImportError(
                .cannotRead,
                path: path,
                "There is not enough memory to unpack the file."
            )
        }
        self.path = path
        self.archive = archive
        archive_read_support_format_zip(archive)
        guard archive_read_open_filename(archive, path, 128 * 1024) == ARCHIVE_OK else {
            throw failure("The zip archive cannot be opened", after: 0)
        }
    }

    deinit {
        archive_read_free(archive)
    }

    /// Advances to the next file, even when the previous one was not read completely; `nil` at the
    /// end.
    ///
    /// Unread files are not unpacked when the archive's central directory is intact.
    func next() throws(ImportError) -> Entry? {
        block = UnsafeRawBufferPointer(start: nil, count: 0)
        blockEnd = 0
        ending = nil
        var entry: OpaquePointer?
        let result = archive_read_next_header(archive, &entry)
        if result == ARCHIVE_EOF { return nil }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN else {
            throw failure("The archive's list of files is damaged", after: 0)
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

    /// Reads some bytes of the file; returns 0 at its end, and a negative number when it is damaged
    /// or truncated.
    ///
    /// Delivers all readable bytes before the damage. `archive_read_data` does not: when a block
    /// fails, it discards bytes that it has already copied.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count < buffer.count {
            if block.isEmpty {
                if ending != nil { break }
                readBlock()
                continue
            }
            let part = UnsafeRawBufferPointer(rebasing: block.prefix(buffer.count - count))
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: part)
            block = UnsafeRawBufferPointer(rebasing: block.dropFirst(part.count))
            count += part.count
        }
        return count > 0 ? count : ending ?? 0
    }

    private func readBlock() {
        var start: UnsafeRawPointer?
        var count = 0
        var offset: Int64 = 0
        let result = archive_read_data_block(archive, &start, &count, &offset)
        if result == ARCHIVE_EOF {
            ending = 0
            return
        }
        // A wrong checksum is reported with the last block. Zip files have no gaps.
        if result != ARCHIVE_OK { ending = -1 }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN, count > 0 else { return }
        guard let start, offset == blockEnd else {
            ending = -1
            return
        }
        block = UnsafeRawBufferPointer(start: start, count: count)
        blockEnd += Int64(count)
    }

    /// An error with libarchive's own message.
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
