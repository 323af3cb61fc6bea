#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Keeps a second program from opening the same database: an advisory lock on a file beside it,
/// which the kernel releases when the process ends, however it ends.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: ``StoreError`` when another process holds it or the file cannot be made.
    init(path: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                code: .cannotOpen,
                message: "\(path) cannot be written (\(String(cString: strerror(errno)))). "
                    + "Check that its directory exists and may be written."
            )
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StoreError(
                code: .inUse,
                message: "Another program is using this profile (\(path) is locked). "
                    + "Wait until it has finished, or use another profile."
            )
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
