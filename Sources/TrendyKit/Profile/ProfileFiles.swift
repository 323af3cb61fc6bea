import Foundation
import TrendyLocalization
package import TrendySQLite

/// The file system operations of a profile.
package protocol ProfileFiles: Sendable {
    /// The file system of the databases.
    var databases: any DatabaseFiles { get }

    /// Creates a directory unless it exists.
    ///
    /// Throws ``ProfileError`` when it cannot be created.
    func prepare(_ directory: String) throws

    /// Reads a small file; `nil` when there is none.
    func read(_ path: String) throws -> [UInt8]?

    /// Replaces a small file atomically: after a power loss it has the old content or the new one.
    func replace(_ path: String, with bytes: [UInt8]) throws

    /// Moves a file to an unused name beside it.
    func moveAside(_ path: String) throws

    /// The names of the files in a directory, in any order; empty when it cannot be read.
    func names(in directory: String) -> [String]
}

/// The local file system.
package struct LocalProfileFiles: ProfileFiles {
    /// Creates access to the local file system.
    package init() {}

    package var databases: any DatabaseFiles { LocalFiles() }

    package func prepare(_ directory: String) throws {
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory),
            !isDirectory.boolValue
        {
            throw ProfileError(message: Strings.Profile.isFile(["path": directory]))
        }
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw ProfileError(message: Strings.Profile.notMade(["path": directory]))
        }
    }

    package func read(_ path: String) throws -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    package func replace(_ path: String, with bytes: [UInt8]) throws {
        try DurableFile.replace(path, with: bytes)
    }

    package func moveAside(_ path: String) throws {
        for number in 1...Self.asideLimit {
            let aside = "\(path).damaged-\(number)"
            guard !FileManager.default.fileExists(atPath: aside) else { continue }
            try FileManager.default.moveItem(atPath: path, toPath: aside)
            return try DurableFile.syncDirectory(of: path)
        }
        throw ProfileError(message: Strings.Profile.unreadable(["path": path]))
    }

    package func names(in directory: String) -> [String] {
        // A directory that cannot be listed has nothing to report.
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }

    /// The maximum number of files that are moved aside.
    private static let asideLimit = 1000
}
