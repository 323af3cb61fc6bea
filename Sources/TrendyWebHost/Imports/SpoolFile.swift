#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A private file that an upload is written to.
final class SpoolFile {
    /// The reason why a file cannot be written.
    struct Failure: Error {
        /// The `errno` value.
        let number: Int32

        /// Whether the disk or the quota is full.
        var isFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }
    }

    private let descriptor: Int32
    /// The number of bytes in the file.
    private(set) var size: Int64

    /// Opens a file; `isNew` creates it and fails when it exists.
    init(_ path: String, isNew: Bool = false) throws(Failure) {
        let flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | (isNew ? O_CREAT | O_EXCL : 0)
        descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        size = Int64(lseek(descriptor, 0, SEEK_END))
    }

    deinit {
        close(descriptor)
    }

    /// Appends bytes; a part of them may be written when it fails.
    func append(_ bytes: [UInt8]) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(number: errno) }
            written += count
            size += Int64(count)
        }
    }

    /// Returns when the bytes are on the disk.
    func sync() throws(Failure) {
        guard fsync(descriptor) == 0 else { throw Failure(number: errno) }
    }

    /// The size of a file in bytes; `nil` when there is none.
    static func size(of path: String) -> Int64? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// Deletes a file, if it exists.
    static func remove(_ path: String) {
        // A file that stays is deleted when its upload expires.
        unlink(path)
    }

    /// The bytes that unprivileged processes can still write to the disk of a directory; `nil` when
    /// that is unknown.
    static func freeBytes(at path: String) -> Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }
}
