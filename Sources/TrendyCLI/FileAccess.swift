#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The permissions of files that a command creates.
enum FileAccess {
    /// Removes the permissions of group and others from all files that this process creates later.
    static func restrictNewFiles() {
        umask(0o077)
    }
}
