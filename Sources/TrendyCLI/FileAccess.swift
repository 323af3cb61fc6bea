#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The permissions of files that a command makes.
enum FileAccess {
    /// Takes all permissions of group and others from files that this process makes from now on.
    static func restrictNewFiles() {
        umask(0o077)
    }
}
