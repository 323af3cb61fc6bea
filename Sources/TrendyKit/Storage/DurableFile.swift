#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Atomic file replacement: after a power loss the file has the old content or the new one.
package enum DurableFile {
    /// Replaces the content of a file, with permissions for its owner only.
    ///
    /// - Throws: ``DurableFileError``; the old content is unchanged then.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(DurableFileError) {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DurableFileError(number: errno) }
        let isWritten = bytes.withUnsafeBytes { writeAll(descriptor, $0) } && fsync(descriptor) == 0
        var failure = errno
        close(descriptor)
        if isWritten {
            if rename(temporary, path) == 0 { return try syncDirectory(of: path) }
            failure = errno
        }
        unlink(temporary)
        throw DurableFileError(number: failure)
    }

    /// Syncs a file's directory; a rename is durable only after that.
    static func syncDirectory(of path: String) throws(DurableFileError) {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let directory = end == path.startIndex ? "." : String(path[..<end])
        let descriptor = open(directory, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DurableFileError(number: errno) }
        let isSynced = fsync(descriptor) == 0
        let failure = errno
        close(descriptor)
        guard isSynced else { throw DurableFileError(number: failure) }
    }

    private static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var remainder = bytes[...]
        while !remainder.isEmpty {
            let count = write(
                descriptor,
                UnsafeRawBufferPointer(rebasing: remainder).baseAddress,
                remainder.count
            )
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            remainder = remainder.dropFirst(count)
        }
        return true
    }
}

/// An error of replacing a file.
package struct DurableFileError: Error, CustomStringConvertible {
    /// The `errno` value.
    package let number: Int32

    /// The system's description.
    package var description: String { String(cString: strerror(number)) }
}
