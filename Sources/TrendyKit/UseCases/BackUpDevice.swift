import Foundation
import TrendyLocalization
package import TrendyModel
import TrendySQLite
package import TrendyStore

/// The result of a backup of a device.
package struct DeviceBackup: Sendable, Encodable {
    /// The path of the backup.
    package let file: String
    /// The size of the backup in bytes.
    package let bytes: Int
    /// The files in the backup.
    package let files: [BackupEntry]
    /// The number of entities, deleted ones included.
    package let entities: Int
    /// The number of changes that the server does not have.
    package let unsent: Int
}

/// Writes a verified copy of a device's directory to one file.
///
/// The device may be in use by another process. The session is not in the backup: a copied refresh
/// token would end the session of the device when either of both uses it.
package struct BackUpDevice: Sendable {
    private let directory: String
    private let dependencies: Dependencies

    /// Creates a use case for a device's directory.
    package init(directory: String, dependencies: Dependencies) {
        self.directory = directory
        self.dependencies = dependencies
    }

    /// Writes the backup.
    ///
    /// It is written into a temporary directory beside the file, read back, synced and renamed
    /// last: a file at `file` is always a complete backup. That needs the space of the backup and
    /// of the largest database.
    ///
    /// - Parameters:
    ///   - file: the path of the backup. Only its owner can read it.
    ///   - replaces: whether to replace an existing backup.
    ///   - onProgress: receives the name of each database and the progress of its copy.
    /// - Returns: the contents of the backup.
    /// - Throws: ``BackupError``, or ``ProfileError`` for an unreadable `profile.json`.
    package func callAsFunction(
        to file: String,
        replacing replaces: Bool = false,
        onProgress: @escaping (String, DatabaseCopy.Progress) -> Void = { _, _ in }
    ) throws -> DeviceBackup {
        try Self.checkTarget(file, replaces)
        let contents = ProfileContents(directory: directory)
        guard contents.databases.contains(where: \.isDevice) else {
            throw BackupError(.missing, Strings.Backup.nothing, directory)
        }
        var profile = try contents.profile()
        profile?.session = nil
        let temporary = "\(file).partial-\(String(dependencies.random.next(), radix: 16))"
        do {
            let directory = try PrivateDirectory(temporary)
            let partial = directory.path + "/backup"
            let writer = try BackupWriter(path: partial, createdAt: dependencies.wallClock.now())
            if let profile {
                try writer.add(ProfileContents.profileName, try profile.encoded())
            }
            var entities = 0
            var unsent = 0
            for database in contents.databases {
                let digest = try copy(database, directory.path, writer) {
                    onProgress(database.name, $0)
                }
                guard database.isDevice else { continue }
                entities += digest.rows["entity"] ?? 0
                unsent += digest.rows["mutation"] ?? 0
            }
            try writer.finish()
            let reader = try BackupReader(path: partial)
            try reader.verify()
            try LocalFiles.sync(partial)
            try LocalFiles().move(partial, to: file)
            try LocalFiles.sync(LocalFiles.directory(of: file))
            return DeviceBackup(
                file: file,
                bytes: LocalFiles.bytes(of: file) ?? 0,
                files: reader.entries,
                entities: entities,
                unsent: unsent
            )
        } catch let error as SQLiteFileError {
            // A temporary file is gone now.
            let isTemporary = error.path.hasPrefix(temporary)
            throw BackupError(error, .database, file: isTemporary ? file : nil)
        }
    }

    private func copy(
        _ database: ProfileContents.File,
        _ temporary: String,
        _ writer: BackupWriter,
        _ onProgress: @escaping (DatabaseCopy.Progress) -> Void
    ) throws -> DatabaseDigest {
        let path = "\(directory)/\(database.name)"
        let copy = temporary + "/copy"
        let digest = try DatabaseCopy.make(
            of: path,
            to: copy,
            isDevice: database.isDevice,
            onProgress: onProgress
        )
        try writer.add(database.name, from: copy, rows: digest.rows.values.reduce(0, +))
        try LocalFiles().remove(copy)
        return digest
    }

    private static func checkTarget(_ file: String, _ replaces: Bool) throws(BackupError) {
        switch LocalFiles.type(of: file) {
        case .missing: return
        case .symbolicLink: throw BackupError(.unsuitablePath, Strings.Backup.symbolicLink, file)
        case .directory, .special: throw BackupError(.unsuitablePath, Strings.Backup.notAFile, file)
        case .file: break
        }
        guard replaces else { throw BackupError(.exists, Strings.Backup.fileExists, file) }
        guard BackupReader.isBackup(file) else {
            throw BackupError(.exists, Strings.Backup.notReplaceable, file)
        }
    }
}
