import Foundation

/// A temporary file system; only the superuser can mount it.
final class TestMount {
    let directory: String

    /// Mounts a small file system in memory; `nil` where mounting is not possible.
    init?(megabytes: Int) throws {
        directory = try URL(fileURLWithPath: temporaryFile()).deletingLastPathComponent().path
        guard geteuid() == 0,
            Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "none", directory)
        else { return nil }
    }

    /// Mounts a read-only view over a directory; `nil` where mounting is not possible.
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
