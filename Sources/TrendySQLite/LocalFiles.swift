#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Database files on this machine.
package struct LocalFiles: DatabaseFiles {
    /// Creates the access to the files of this machine.
    package init() {}

    /// The path itself.
    package func location(of path: String) -> String { path }

    /// Whether the file exists.
    package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Takes an advisory lock (`flock`) on a file beside the path; the kernel releases it with the
    /// process.
    package func lock(_ path: String) throws(SQLiteFileError) -> (any DatabaseLock)? {
        let file = path + ".lock"
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw SQLiteFileError(
                code: .cannotOpen,
                path: file,
                message: "\(file) cannot be written (\(reason)). "
                    + "Check that its directory exists and may be written.",
                reason: reason
            )
        }
        Self.copyOwner(of: path, to: file)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return Lock(descriptor: descriptor)
    }

    /// Renames a file.
    package func move(_ path: String, to newPath: String) throws(SQLiteFileError) {
        guard rename(path, newPath) == 0 else {
            let reason = String(cString: strerror(errno))
            throw SQLiteFileError(
                code: .cannotOpen,
                path: path,
                message: "\(path) cannot be moved to \(newPath): \(reason).",
                reason: reason
            )
        }
    }

    /// The path as a URI with `immutable`: SQLite neither locks nor writes
    /// (https://sqlite.org/uri.html#uriimmutable).
    package func unchangedLocation(of path: String) -> String? {
        var uri = path.hasPrefix("/") ? "file://" : "file:"
        for byte in path.utf8 {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || [0x2F, 0x2E, 0x2D, 0x5F].contains(byte)
            if isPlain {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                uri += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return uri + "?immutable=1"
    }

    /// Deletes a file.
    package func remove(_ path: String) throws(SQLiteFileError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            let reason = String(cString: strerror(errno))
            throw SQLiteFileError(
                code: .cannotOpen,
                path: path,
                message: "\(path) cannot be deleted: \(reason).",
                reason: reason
            )
        }
    }

    private final class Lock: DatabaseLock {
        private let descriptor: Int32

        init(descriptor: Int32) {
            self.descriptor = descriptor
        }

        deinit {
            // Closing is not sufficient: a process that is being spawned inherits the descriptor
            // until it executes another program.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
    }
}
