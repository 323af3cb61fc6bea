import Foundation
import TrendyLocalization
package import TrendySQLite

/// Where a profile's files are.
package protocol ProfileFiles: Sendable {
    /// Its databases.
    var databases: any DatabaseFiles { get }

    /// Makes a directory, unless it is there.
    ///
    /// Throws ``ProfileError`` when it cannot be made.
    func prepare(_ directory: String) throws

    /// What a small file holds; `nil` when there is none.
    func read(_ path: String) throws -> [UInt8]?

    /// Gives a small file new content: whenever the power fails, the old one is there or the new.
    func replace(_ path: String, with bytes: [UInt8]) throws

    /// Gives a file another name, which no other has, beside it.
    func setAside(_ path: String) throws

    /// The names of the files in a directory, in any order; empty when it cannot be read.
    func names(in directory: String) -> [String]
}

/// The files of this machine.
package struct LocalProfileFiles: ProfileFiles {
    /// The files of this machine.
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

    package func setAside(_ path: String) throws {
        for number in 1...Self.asideLimit {
            let aside = "\(path).damaged-\(number)"
            guard !FileManager.default.fileExists(atPath: aside) else { continue }
            try FileManager.default.moveItem(atPath: path, toPath: aside)
            return try DurableFile.syncDirectory(of: path)
        }
        throw ProfileError(message: Strings.Profile.unreadable(["path": path]))
    }

    package func names(in directory: String) -> [String] {
        // A directory that cannot be listed shows nothing that could be reported.
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }

    /// How many files that were set aside are kept; nobody has as many.
    private static let asideLimit = 1000
}
