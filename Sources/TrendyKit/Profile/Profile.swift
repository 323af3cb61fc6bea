import Foundation
import Synchronization
import TrendyLocalization
package import TrendyModel
import TrendySQLite
import TrendyStore
import TrendySync
package import TrendyWire

/// A device's directory: `profile.json` and one database per account that has signed in.
package actor Profile: SessionStorage, SessionCache {
    /// The directory's path.
    package nonisolated let directory: String
    nonisolated let files: any ProfileFiles
    /// The content of the file.
    ///
    /// Only the actor replaces it, after writing the file.
    private nonisolated let content: Mutex<ProfileFile>

    /// Whether the file was damaged and has been moved aside.
    ///
    /// The person is signed out then; the databases are found again when their accounts sign in.
    package nonisolated let wasDamaged: Bool

    /// Opens a directory; creates it when it does not exist.
    ///
    /// - Throws: ``ProfileError`` when it cannot be created, when its file cannot be read now, or
    ///   when a later version wrote the file.
    package init(directory: String) throws {
        try self.init(directory: directory, files: LocalProfileFiles())
    }

    /// Opens a directory in a file system.
    package init(directory: String, files: any ProfileFiles) throws {
        self.directory = directory
        self.files = files
        try files.prepare(directory)
        let path = directory + "/profile.json"
        let file = try Self.read(path, files)
        // A damaged file stays damaged; move it aside and let the person sign in again.
        if file == nil { try files.moveAside(path) }
        wasDamaged = file == nil
        content = Mutex(file ?? ProfileFile())
    }

    /// Reads the file at a path; returns an empty profile when there is none, and `nil` when it is
    /// damaged.
    ///
    /// - Throws: ``ProfileError`` when it cannot be read now, or when a later version wrote it.
    static func read(_ path: String, _ files: any ProfileFiles) throws -> ProfileFile? {
        let bytes: [UInt8]?
        do {
            bytes = try files.read(path)
        } catch {
            throw ProfileError(message: Strings.Profile.unreadable(["path": path]))
        }
        return try bytes.map { try decode($0) } ?? ProfileFile()
    }

    private static func decode(_ bytes: [UInt8]) throws -> ProfileFile? {
        struct Form: Decodable {
            var format: Int?
        }
        // A damaged file has no format number.
        if let format = (try? UntrustedJSON.decode(Form.self, from: bytes))?.format,
            format > ProfileFile.currentFormat
        {
            throw ProfileError(message: Strings.Profile.newerFormat())
        }
        guard let file = try? UntrustedJSON.decode(ProfileFile.self, from: bytes),
            // The account's id names a database file.
            file.account.map({ EntityID($0.id) != nil }) ?? true
        else { return nil }
        return file
    }

    /// The content that was written last, without waiting.
    package nonisolated var file: ProfileFile { content.withLock { $0 } }

    /// The session that was written last.
    package nonisolated var session: Session? { file.session }

    /// The account that was signed in last.
    package nonisolated var account: Session.User? { file.account }

    /// The database of the account that was signed in last, or else the local database.
    ///
    /// A local database that an interrupted sign-in has already moved still counts as the local
    /// one.
    package nonisolated var databasePath: String {
        let file = file
        let path = databasePath(account: file.account?.id)
        guard file.account == nil, let adopting = file.adopting, !files.databases.exists(path)
        else { return path }
        return databasePath(account: adopting)
    }

    /// The queue of messages to home automation.
    package nonisolated var publishQueuePath: String { directory + "/publish.sqlite" }

    private nonisolated func databasePath(account: String?) -> String {
        directory + "/\(account ?? "local").sqlite"
    }

    /// Signs in to an account with a session.
    ///
    /// Data recorded while signed out is merged into the account's database. So is data that an
    /// interrupted sign-in to another account had moved already.
    ///
    /// - Throws: ``ProfileError``, or `StoreError` with code `inUse` while another process uses one
    ///   of the databases. No data is lost then; signing in again resumes.
    package func signIn(
        _ session: Session,
        server: String,
        dependencies: Dependencies
    ) async throws {
        // The account's id becomes a file name, so it must be a valid id.
        guard let account = EntityID(session.user.id) else {
            throw ProfileError(
                message: Strings.Profile.badAccount()
            )
        }
        let local = databasePath(account: nil)
        let path = databasePath(account: account.description)
        let databases = files.databases
        if !databases.exists(local), let moved = movedPath, moved != path {
            try DeviceStore.move(from: moved, to: local, files: databases)
        }
        let hasLocal = databases.exists(local)
        if hasLocal {
            var file = file
            file.adopting = account.description
            file.isMoving = !databases.exists(path)
            try write(file)
        }
        if databases.exists(path) {
            do {
                let store = try DeviceStore(
                    path: path,
                    dependencies: dependencies,
                    files: databases
                )
                if hasLocal { try await mergeLocalData(local, into: store, dependencies) }
                try await store.write {
                    try $0.sync.clearFailure(SyncFailure.Code.needsSignIn.rawValue)
                }
                try await store.close()
            } catch let error as StoreError where error.code == .inUse && !hasLocal {
                // The process that uses the database continues with the new session.
            }
        } else if hasLocal {
            try DeviceStore.move(from: local, to: path, files: databases)
        }
        var user = session.user
        user.id = account.description
        var file = ProfileFile()
        file.server = server
        file.account = user
        file.session = session
        try write(file)
    }

    /// The database that an interrupted sign-in moved from the local one, if it exists.
    private var movedPath: String? {
        let file = file
        guard file.account == nil, file.isMoving == true, let adopting = file.adopting else {
            return nil
        }
        let path = databasePath(account: adopting)
        return files.databases.exists(path) ? path : nil
    }

    private func mergeLocalData(
        _ local: String,
        into store: DeviceStore,
        _ dependencies: Dependencies
    ) async throws {
        let other = try DeviceStore(
            path: local,
            dependencies: dependencies,
            files: files.databases
        )
        try await store.mergeLocalData(from: other)
        try await other.close()
        try remove(local)
    }

    /// Ends the session.
    ///
    /// Recorded data stays under the account.
    package func signOut() throws {
        try save(nil)
    }

    /// Deletes the database of the account that was signed in last, and ends its session.
    ///
    /// - Throws: `StoreError` with code `inUse` while another process uses the database.
    package func eraseData() throws {
        try remove(databasePath) {
            var file = file
            file.session = nil
            file.account = nil
            try write(file)
            for suffix in ["", "-wal", "-shm"] {
                try files.databases.remove(publishQueuePath + suffix)
            }
        }
    }

    /// Moves the current database to unused names beside it, for example because it is damaged.
    ///
    /// - Throws: ``ProfileError`` when it is in use or cannot be moved.
    package func setDatabaseAside() throws {
        let path = databasePath
        guard let lock = try files.databases.lock(path) else {
            throw ProfileError(message: Strings.Profile.inUse())
        }
        try withExtendedLifetime(lock) {
            // The log first: SQLite would apply it to the new database.
            for suffix in ["-wal", "-shm", ""] where files.databases.exists(path + suffix) {
                try files.moveAside(path + suffix)
            }
        }
    }

    /// Deletes a database.
    ///
    /// - `prepare`: runs before the deletion, while the database is locked.
    private func remove(_ path: String, prepare: () throws -> Void = {}) throws {
        let databases = files.databases
        guard let lock = try databases.lock(path) else {
            throw ProfileError(
                message: Strings.Profile.inUse()
            )
        }
        try withExtendedLifetime(lock) {
            try prepare()
            // Remove the main file first: the files beside it mean nothing without it.
            for suffix in ["", "-wal", "-shm"] { try databases.remove(path + suffix) }
        }
    }

    /// Replaces a session with its refreshed successor.
    ///
    /// Does nothing when the session was ended or replaced meanwhile.
    package func replace(_ old: Session, with new: Session) throws {
        if try storedSession()?.refreshToken == old.refreshToken { try save(new) }
    }

    /// The session in the file now; another process may have signed in or out.
    package func storedSession() throws -> Session? {
        // A damaged file signs no account in. It is moved aside when the profile is opened.
        guard let file = try Self.read(directory + "/profile.json", files) else { return nil }
        content.withLock { $0 = file }
        return file.session
    }

    /// Stores the session of the account that was signed in last; `nil` ends it.
    package func save(_ session: Session?) throws {
        var file = file
        file.session = session
        try write(file)
    }

    /// Replaces the file, then the content in memory.
    private func write(_ file: ProfileFile) throws {
        let path = directory + "/profile.json"
        let bytes = try file.encoded()
        do {
            try files.replace(path, with: bytes)
        } catch {
            throw ProfileError(
                message: Strings.Profile.unwritable([
                    "path": path,
                    "reason": PlainDetail.text("\(error)") ?? Strings.Store.noReason(),
                ])
            )
        }
        content.withLock { $0 = file }
    }
}

/// An error that makes a profile unusable.
package struct ProfileError: Error, Sendable, CustomStringConvertible {
    /// What happened and what to do.
    package let message: String

    /// What happened and what to do.
    package var description: String { message }
}
