import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file with mode 0600 that appears under its name only when it is complete.
///
/// Without ``install()`` the partial file is deleted at the end of its life.
final class PrivateOutputFile {
    private let path: String
    private let partial: String
    private let descriptor: Int32
    private var isInstalled = false

    /// Creates an empty partial file beside the path.
    ///
    /// - Throws: `CommandFailure` when the file exists and `replacing` is false, or when the
    ///   directory cannot be written.
    init(_ path: String, replacing: Bool) throws {
        self.path = path
        partial = "\(path).partial-\(getpid())"
        guard replacing || access(path, F_OK) != 0 else {
            throw CommandFailure(
                code: EX_CANTCREAT,
                message: "\(path) exists. Choose another name, or replace it with --force."
            )
        }
        descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(
                code: EX_CANTCREAT,
                message: "\(partial) cannot be created: \(String(cString: strerror(errno))). "
                    + "Check that the directory exists and is writable."
            )
        }
    }

    deinit {
        close(descriptor)
        if !isInstalled { unlink(partial) }
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try write($0) }
    }

    /// Appends bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let slice = UnsafeRawBufferPointer(rebasing: rest)
            let count = Foundation.write(descriptor, slice.baseAddress, slice.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw failure()
            }
        }
    }

    /// Syncs the file to the disk and gives it its name.
    func install() throws {
        guard fsync(descriptor) == 0, rename(partial, path) == 0 else { throw failure() }
        isInstalled = true
    }

    private func failure() -> CommandFailure {
        CommandFailure(
            code: EX_IOERR,
            message: "\(path) cannot be written: \(String(cString: strerror(errno))). "
                + "Free some space and try again."
        )
    }
}
