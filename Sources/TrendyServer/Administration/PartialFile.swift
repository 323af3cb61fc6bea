import TrendyModel
import TrendySQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file written under a temporary name and renamed once it is complete and durable.
///
/// Deinitialization deletes the file unless ``install()`` succeeded.
final class PartialFile {
    /// The temporary path, in the directory of the destination.
    let path: String
    private let destination: String
    private var isInstalled = false

    /// Creates an empty file with mode 0600 beside a destination.
    ///
    /// - Throws: ``ServerError`` when the directory is not writable.
    init(for destination: String, random: any RandomSource) throws(ServerError) {
        self.destination = destination
        path = "\(destination).partial-\(randomHex(random))"
        do {
            _ = try LocalFiles().makePrivate(path)
        } catch {
            throw ServerError(error)
        }
    }

    deinit {
        guard !isInstalled else { return }
        for suffix in [""] + LocalFiles.companions { unlink(path + suffix) }
    }

    /// Syncs the file, renames it to the destination, and syncs the directory.
    ///
    /// - Throws: ``ServerError`` of the code `unsuitableDisk` or `cannotOpenDatabase`; the
    ///   destination is unchanged.
    func install() throws(ServerError) {
        try Self.sync(path)
        LocalFiles.copyOwner(of: destination, to: path)
        guard rename(path, destination) == 0 else {
            throw Self.error("\(path) cannot be renamed to \(destination)")
        }
        isInstalled = true
        try Self.sync(LocalFiles.directory(of: destination))
    }

    /// Flushes a file or a directory to the disk (`fsync`).
    static func sync(_ path: String) throws(ServerError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error("\(path) cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw error("\(path) cannot be synced to the disk") }
    }

    /// An error with a description and the system's reason.
    static func error(_ text: String) -> ServerError {
        let number = errno
        let isDisk = number == ENOSPC || number == EIO || number == EROFS
        return ServerError(
            code: isDisk ? .unsuitableDisk : .cannotOpenDatabase,
            message: "\(text): \(String(cString: strerror(number))). "
                + (isDisk
                    ? "Free some space or repair the disk, and try again."
                    : "Check that the directory exists and may be written.")
        )
    }
}
