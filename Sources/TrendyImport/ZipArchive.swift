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
    /// What is still to be handed out of the block that was read last; valid until the next one.
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Where that block ends in the file.
    private var blockEnd: Int64 = 0
    /// What reading the file ended with, as ``read(into:)`` tells it; `nil` before.
    private var ending: Int?

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
        block = UnsafeRawBufferPointer(start: nil, count: 0)
        blockEnd = 0
        ending = nil
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
    ///
    /// What can be read before the damage is handed out first, which `archive_read_data` does not
    /// do: where a block fails it forgets those that it has already copied.
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
        // A checksum that is wrong is told of together with the last block. Gaps are in no zip.
        if result != ARCHIVE_OK { ending = -1 }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN, count > 0 else { return }
        guard let start, offset == blockEnd else {
            ending = -1
            return
        }
        block = UnsafeRawBufferPointer(start: start, count: count)
        blockEnd += Int64(count)
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
