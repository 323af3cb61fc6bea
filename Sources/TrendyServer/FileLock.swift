#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A lock that one process holds on a file; the system lets go of it when the process ends, however
/// it ends.
///
/// SQLite alone keeps two processes from damaging a database. The lock is there because two servers
/// would wait for each other on every write, and would not tell each other's listeners of changes:
/// whoever starts a second one by mistake is told so at once.
final class FileLock: Sendable {
    /// The system's number for an address that is taken, kept where the system is imported.
    static let addressInUse = EADDRINUSE

    private let descriptor: Int32

    /// Takes the lock on a file beside the database.
    init(databasePath: String) throws(ServerError) {
        let path = databasePath + ".lock"
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ServerError(
                code: .cannotOpenDatabase,
                message: "\(path) cannot be made: \(String(cString: strerror(errno))). "
                    + "Check that the directory exists and may be written."
            )
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw ServerError(
                code: .databaseInUse,
                message: "Another server runs on \(databasePath). Stop it first, or give this one "
                    + "a database of its own."
            )
        }
    }

    deinit { close(descriptor) }
}
