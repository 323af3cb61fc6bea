#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The permissions of files that a command creates.
enum FileAccess {
    /// Removes the permissions of group and others from files that this process creates from now on.
    static func restrictNewFiles() {
        umask(0o077)
    }
}
