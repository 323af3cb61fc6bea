#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension LocalFiles {
    /// The type of a directory entry.
    package enum EntryType: Sendable {
        /// There is no entry.
        case missing
        /// A regular file.
        case file
        /// A directory.
        case directory
        /// A symbolic link, whatever it refers to.
        case symbolicLink
        /// A device, a pipe or a socket.
        case special
    }

    /// The type of the entry at a path; symbolic links are not followed.
    package static func type(of path: String) -> EntryType {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .missing }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .directory
        case S_IFLNK: return .symbolicLink
        default: return .special
        }
    }

    /// Flushes a file or a directory to the disk (`fsync`).
    package static func sync(_ path: String) throws(SQLiteFileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, path, "cannot be opened") }
        let number = fsync(descriptor) == 0 ? 0 : errno
        close(descriptor)
        guard number == 0 else { throw failure(number, path, "cannot be synced to the disk") }
    }

    /// The error of a system call.
    ///
    /// - `number`: the `errno` value.
    /// - `problem`: what cannot be done, such as `cannot be opened`.
    package static func failure(
        _ number: Int32,
        _ path: String,
        _ problem: String
    ) -> SQLiteFileError {
        let reason = String(cString: strerror(number))
        let isFull = number == ENOSPC || number == EDQUOT
        return SQLiteFileError(
            code: isFull ? .diskFull : .cannotOpen,
            path: path,
            message: "\(path) \(problem): \(reason). "
                + (isFull
                    ? "Free some space and try again."
                    : "Check that the directory exists and may be written."),
            reason: reason
        )
    }
}
