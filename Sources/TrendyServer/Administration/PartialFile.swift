import TrendyModel
import TrendySQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that is written under another name and gets its own only once it is whole and durable.
///
/// It is deleted when it ends without ``install()``.
final class PartialFile {
    /// Where it is written, beside where it will be.
    let path: String
    private let destination: String
    private var isInstalled = false

    /// Makes an empty file with mode 0600 beside a destination.
    ///
    /// - Throws: ``ServerError`` when its directory cannot be written.
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

    /// Syncs it, gives it the name of its destination, and syncs the directory.
    ///
    /// - Throws: ``ServerError`` of the code `unsuitableDisk` or `cannotOpenDatabase`; the
    ///   destination is as it was.
    func install() throws(ServerError) {
        try Self.sync(path)
        LocalFiles.giveToOwner(of: destination, path)
        guard rename(path, destination) == 0 else {
            throw Self.error("\(path) cannot be renamed to \(destination)")
        }
        isInstalled = true
        try Self.sync(LocalFiles.directory(of: destination))
    }

    /// Writes what the system holds of a file, or of a directory's list, to the disk.
    static func sync(_ path: String) throws(ServerError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error("\(path) cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw error("\(path) cannot be synced to the disk") }
    }

    /// An error of what failed, with the system's reason.
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
