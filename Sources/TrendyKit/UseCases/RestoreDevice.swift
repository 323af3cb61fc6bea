import TrendyLocalization
package import TrendyModel
import TrendySQLite
package import TrendyStore
import TrendyWire

/// The result of restoring a device.
package struct DeviceRestore: Sendable, Encodable {
    /// The device's directory.
    package let directory: String
    /// The directory that was there before, under its new path; `nil` when there was none.
    package let replaced: String?
    /// The files that were restored.
    package let files: [BackupEntry]
    /// The time of the backup.
    package let createdAt: String
    /// The address of the server; `nil` for a device that never signed in.
    package let server: String?
    /// The e-mail address of the account; `nil` for a device that never signed in.
    package let email: String?
    /// The number of changes that the server did not have at the time of the backup.
    package let unsent: Int
}

/// Restores a backup of a device into a directory, as another device of the account.
///
/// The device that was backed up may go on and sync meanwhile or afterwards: both have the same
/// entities under the same ids, and their unsent changes are applied once
/// (``DeviceStore/makeNewDevice(path:dependencies:files:)``). The restored device is signed out.
package struct RestoreDevice: Sendable {
    private let directory: String
    private let dependencies: Dependencies

    /// Creates a use case for a device's directory.
    package init(directory: String, dependencies: Dependencies) {
        // A slash at the end would name the directory's own entry.
        var directory = directory
        while directory.count > 1, directory.hasSuffix("/") { directory.removeLast() }
        self.directory = directory
        self.dependencies = dependencies
    }

    /// Restores the backup.
    ///
    /// Everything is written into a directory beside the destination, verified, migrated and synced
    /// to the disk there. The directory is renamed last.
    ///
    /// - Parameters:
    ///   - file: the backup, which is only read.
    ///   - replaces: whether a destination with data is kept under a dated name instead of
    ///     refused.
    /// - Returns: what was restored, and where the old directory is.
    /// - Throws: ``BackupError``.
    package func callAsFunction(
        from file: String,
        replacing replaces: Bool = false
    ) throws -> DeviceRestore {
        let hasData = try checkTarget(replaces)
        do {
            let reader = try BackupReader(path: file)
            try reader.verify()
            try LocalProfileFiles().prepare(LocalFiles.directory(of: directory))
            let suffix = String(dependencies.random.next(), radix: 16)
            let staging = try PrivateDirectory("\(directory).restoring-\(suffix)")
            try reader.extract(into: staging.path)
            let (profile, unsent) = try prepare(staging.path, from: file)
            try staging.sync()
            let replaced = try install(staging, replacing: hasData)
            return DeviceRestore(
                directory: directory,
                replaced: replaced,
                files: reader.entries,
                createdAt: reader.createdAt.rfc3339,
                server: profile?.server,
                email: profile?.account?.email,
                unsent: unsent
            )
        } catch let error as SQLiteFileError {
            let isOurs = error.path.hasPrefix(directory)
            throw BackupError(error, .backup, file: isOurs ? directory : nil)
        } catch let error as StoreError {
            throw BackupError(error, backup: file)
        }
    }

    /// Checks every file of the backup, and makes the databases those of a new device.
    private func prepare(
        _ staging: String,
        from file: String
    ) throws -> (profile: ProfileFile?, unsent: Int) {
        let contents = ProfileContents(directory: staging)
        var unsent = 0
        for database in contents.databases {
            let path = staging + "/" + database.name
            guard try DatabaseStructure(unchangedFile: path, .full).isIntact else {
                throw BackupError(.damaged, Strings.Backup.damaged, file)
            }
            guard database.isDevice else { continue }
            unsent += try DeviceStore.makeNewDevice(path: path, dependencies: dependencies)
                .mutations
        }
        let profile = try contents.profile()
        let isProfileReadable =
            profile != nil || !contents.names.contains(ProfileContents.profileName)
        guard isProfileReadable, contents.databases.contains(where: \.isDevice) else {
            throw BackupError(.damaged, Strings.Backup.damaged, file)
        }
        return (profile, unsent)
    }

    /// Gives the new directory its name; returns the new path of the old one.
    private func install(
        _ staging: PrivateDirectory,
        replacing hasData: Bool
    ) throws -> String? {
        guard hasData else {
            try staging.move(to: directory)
            return nil
        }
        let locks = try ProfileContents(directory: directory).databases.filter(\.isDevice)
            .map { database in
                let path = "\(directory)/\(database.name)"
                guard let lock = try LocalFiles().lock(path) else {
                    throw BackupError(.inUse, Strings.Backup.inUse, path)
                }
                return lock
            }
        return try withExtendedLifetime(locks) {
            let date = dependencies.wallClock.now().rfc3339.prefix(19)
                .filter { $0 != "-" && $0 != ":" }
            var replaced = "\(directory).before-restore-\(date)Z"
            while LocalFiles.type(of: replaced) != .missing {
                replaced += "-\(String(dependencies.random.next(), radix: 16))"
            }
            try staging.move(replacing: directory, as: replaced)
            return replaced
        }
    }

    /// Whether the destination has data.
    private func checkTarget(_ replaces: Bool) throws(BackupError) -> Bool {
        switch LocalFiles.type(of: directory) {
        case .missing: return false
        case .symbolicLink:
            throw BackupError(.unsuitablePath, Strings.Backup.symbolicLink, directory)
        case .file, .special:
            throw BackupError(.unsuitablePath, Strings.Backup.notADirectory, directory)
        case .directory: break
        }
        let hasData = !LocalProfileFiles().names(in: directory).isEmpty
        guard replaces || !hasData else {
            throw BackupError(.exists, Strings.Backup.notEmpty, directory)
        }
        return hasData
    }
}
