import Foundation

/// A file system of a test's own, which only the superuser can mount.
final class TestMount {
    let directory: String

    /// A small file system in memory; `nil` where it cannot be mounted.
    init?(megabytes: Int) throws {
        directory = try URL(fileURLWithPath: temporaryFile()).deletingLastPathComponent().path
        guard geteuid() == 0,
            Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "none", directory)
        else { return nil }
    }

    /// A read-only view of a directory, laid over it; `nil` where it cannot be mounted.
    init?(readOnly directory: String) {
        self.directory = directory
        guard geteuid() == 0, Self.run("mount", "--bind", directory, directory) else { return nil }
        guard Self.run("mount", "-o", "remount,bind,ro", directory) else {
            Self.run("umount", "-l", directory)
            return nil
        }
    }

    deinit { Self.run("umount", "-l", directory) }

    @discardableResult
    private static func run(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }  // there is no such program
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
