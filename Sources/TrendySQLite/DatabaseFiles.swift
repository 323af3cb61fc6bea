#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The files that databases lie in: what a store needs of them beside SQLite itself.
///
/// A simulator takes their place with a disk of its own.
public protocol DatabaseFiles: Sendable {
    /// What SQLite opens for a path: the path, or a URI that names another VFS.
    func location(of path: String) -> String

    /// Whether there is a file.
    func exists(_ path: String) -> Bool

    /// Takes the lock of a path, which ends with the object or with the process, however that
    /// ends; `nil` when another holds it.
    ///
    /// Throws ``SQLiteFileError`` when it cannot be taken at all.
    func lock(_ path: String) throws(SQLiteFileError) -> (any DatabaseLock)?

    /// Gives a file another path.
    ///
    /// Throws ``SQLiteFileError`` when it cannot be moved.
    func move(_ path: String, to newPath: String) throws(SQLiteFileError)

    /// Deletes a file; one that is not there is as good.
    ///
    /// Throws ``SQLiteFileError`` when it cannot be deleted.
    func remove(_ path: String) throws(SQLiteFileError)
}

/// A lock that is held as long as the object lives.
public protocol DatabaseLock: AnyObject, Sendable {}

/// The files of this machine.
public struct LocalFiles: DatabaseFiles {
    /// The files of this machine.
    public init() {}

    /// The path itself.
    public func location(of path: String) -> String { path }

    /// Whether there is a file.
    public func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Takes an advisory lock on a file beside the path, which the kernel releases with the
    /// process.
    public func lock(_ path: String) throws(SQLiteFileError) -> (any DatabaseLock)? {
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
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return Lock(descriptor: descriptor)
    }

    /// Renames a file.
    public func move(_ path: String, to newPath: String) throws(SQLiteFileError) {
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

    /// Deletes a file.
    public func remove(_ path: String) throws(SQLiteFileError) {
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
            // Not by closing alone: a process that is just being started has the file open as well,
            // until it runs another program.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
    }
}
