import CArchive
import Foundation

/// A file written with plain system calls, under a temporary name until it is complete.
final class FileOutput: ByteDestination {
    let path: String
    let temporary: String
    private var descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        temporary = path + ".partial"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FixtureError.cannotWrite(path) }
    }

    deinit { abandon() }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FixtureError.cannotWrite(path) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Renames the temporary file to its final name.
    func commit() throws {
        let closed = close(descriptor)
        descriptor = -1
        guard closed == 0, rename(temporary, path) == 0 else {
            let error = FixtureError.cannotWrite(path)
            unlink(temporary)
            throw error
        }
    }

    private func abandon() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(temporary)
    }
}

/// A zip archive written with libarchive, under a temporary name until it is complete.
final class ZipOutput: ByteDestination {
    private let path: String
    private let temporary: String
    private let time: Int64
    private var archive: OpaquePointer?

    init(_ path: String, time: Int64) throws {
        self.path = path
        self.time = time
        temporary = path + ".partial"
        archive = archive_write_new()
        archive_write_set_format_zip(archive)
        // This writer uses zip64 for entries of unknown size, so 4 GiB is no limit.
        guard archive_write_open_filename(archive, temporary) == ARCHIVE_OK else { throw failure() }
    }

    deinit {
        guard let archive else { return }
        archive_write_free(archive)
        unlink(temporary)
    }

    /// Begins a file inside `apple_health_export/`.
    func begin(_ name: String) throws {
        let entry = archive_entry_new()
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, "apple_health_export/" + name)
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, Int(time), 0)
        guard archive_write_header(archive, entry) == ARCHIVE_OK else { throw failure() }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        let count = archive_write_data(archive, bytes.baseAddress, bytes.count)
        guard count == bytes.count else { throw failure() }
    }

    func add(_ name: String, _ content: [UInt8]) throws {
        try begin(name)
        try content.withUnsafeBytes { try write($0) }
    }

    func commit() throws {
        guard archive_write_close(archive) == ARCHIVE_OK else { throw failure() }
        archive_write_free(archive)
        archive = nil
        guard rename(temporary, path) == 0 else {
            let error = FixtureError.cannotWrite(path)
            unlink(temporary)
            throw error
        }
    }

    private func failure() -> FixtureError {
        let reason = archive_error_string(archive).map { String(cString: $0) }
        return .cannotWrite(path, reason: reason ?? "the archive could not be written")
    }
}
