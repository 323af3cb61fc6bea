import Foundation
import Synchronization
import TrendyLocalization
public import TrendyModel
import TrendySQLite
import TrendyStore
public import TrendySync
public import TrendyWire

/// A device as a directory: `profile.json` and a database for each account that signed in.
public actor Profile: SessionStorage, SessionCache {
    /// The directory.
    public nonisolated let directory: String
    nonisolated let files: any ProfileFiles
    /// What the file says; only the actor replaces it, after the file.
    private nonisolated let content: Mutex<ProfileFile>

    /// Whether the file was damaged and has been set aside: nobody is signed in then, and the
    /// databases are found again by their accounts.
    public nonisolated let wasDamaged: Bool

    /// Opens a directory, made when it does not exist.
    ///
    /// - Throws: ``ProfileError`` when it cannot be made, its file cannot be read just now, or a
    ///   newer version wrote it.
    public init(directory: String) throws {
        try self.init(directory: directory, files: LocalProfileFiles())
    }

    /// Opens a directory of some files.
    package init(directory: String, files: any ProfileFiles) throws {
        self.directory = directory
        self.files = files
        try files.prepare(directory)
        let path = directory + "/profile.json"
        let file = try Self.read(path, files)
        // What cannot be understood now will not be later; the person signs in again.
        if file == nil { try files.setAside(path) }
        wasDamaged = file == nil
        content = Mutex(file ?? ProfileFile())
    }

    /// What the file of a path says, or one of nobody where there is none; `nil` when it is damaged.
    ///
    /// - Throws: ``ProfileError`` when it cannot be read just now, or a newer version wrote it.
    private static func read(_ path: String, _ files: any ProfileFiles) throws -> ProfileFile? {
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
        // What is damaged has no form.
        if let format = (try? UntrustedJSON.decode(Form.self, from: bytes))?.format,
            format > ProfileFile.currentFormat
        {
            throw ProfileError(message: Strings.Profile.newerFormat())
        }
        guard let file = try? UntrustedJSON.decode(ProfileFile.self, from: bytes),
            // It names a database.
            file.account.map({ EntityID($0.id) != nil }) ?? true
        else { return nil }
        return file
    }

    /// What the directory's file says, without waiting: what was written last.
    public nonisolated var file: ProfileFile { content.withLock { $0 } }

    /// The session, as it was written last.
    public nonisolated var session: Session? { file.session }

    /// The account that was signed in last.
    public nonisolated var account: Session.User? { file.account }

    /// The database of the account that was signed in last, or the one of nobody.
    ///
    /// What a sign-in that was cut off has moved already is nobody's still.
    public nonisolated var databasePath: String {
        let file = file
        let path = databasePath(account: file.account?.id)
        guard file.account == nil, let adopting = file.adopting, !files.databases.exists(path)
        else { return path }
        return databasePath(account: adopting)
    }

    private nonisolated func databasePath(account: String?) -> String {
        directory + "/\(account ?? "local").sqlite"
    }

    /// Takes up a session.
    ///
    /// What was recorded before becomes the account's, beside what it has here already; so does
    /// what a sign-in to another account moved to a database of its own before it was cut off.
    ///
    /// - Throws: ``ProfileError``, or `StoreError` of the code `inUse` while another program uses
    ///   one of the databases; nothing is lost then, and signing in again goes on.
    public func signIn(
        _ session: Session,
        server: String,
        dependencies: Dependencies
    ) async throws {
        // The account's id names a file, so it must be nothing but an id.
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
                if hasLocal { try await adopt(local, into: store, dependencies) }
                try await store.forgetFailure(SyncFailure.Code.needsSignIn.rawValue)
                try await store.close()
            } catch let error as StoreError where error.code == .inUse && !hasLocal {
                // Whoever uses it goes on with the new session.
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

    /// The database that a sign-in that was cut off has made of nobody's, if it is there.
    private var movedPath: String? {
        let file = file
        guard file.account == nil, file.isMoving == true, let adopting = file.adopting else {
            return nil
        }
        let path = databasePath(account: adopting)
        return files.databases.exists(path) ? path : nil
    }

    private func adopt(
        _ local: String,
        into store: DeviceStore,
        _ dependencies: Dependencies
    ) async throws {
        let other = try DeviceStore(
            path: local,
            dependencies: dependencies,
            files: files.databases
        )
        try await store.adopt(other)
        try await other.close()
        try remove(local)
    }

    /// Ends the session; what was recorded stays under the account.
    public func signOut() throws {
        try save(nil)
    }

    /// Deletes the database of the account that was signed in last, and ends its session.
    ///
    /// - Throws: `StoreError` of the code `inUse` while another program uses it.
    public func eraseData() throws {
        try remove(databasePath) {
            var file = file
            file.session = nil
            file.account = nil
            try write(file)
        }
    }

    /// Deletes a database.
    ///
    /// - `prepare`: what is done before, once nobody else uses it.
    private func remove(_ path: String, prepare: () throws -> Void = {}) throws {
        let databases = files.databases
        guard let lock = try databases.lock(path) else {
            throw ProfileError(
                message: Strings.Profile.inUse()
            )
        }
        try withExtendedLifetime(lock) {
            try prepare()
            // The file itself goes first: what is left beside it means nothing without it.
            for suffix in ["", "-wal", "-shm"] { try databases.remove(path + suffix) }
        }
    }

    /// Keeps a session in the place of the one that it was made of; nothing where that one has been
    /// ended, or another one taken up.
    public func replace(_ old: Session, with new: Session) throws {
        if try kept()?.refreshToken == old.refreshToken { try save(new) }
    }

    /// The session as the file has it now: another process may have signed in or out.
    public func kept() throws -> Session? {
        // Nobody is signed in by what is damaged; it is set aside when it is opened.
        guard let file = try Self.read(directory + "/profile.json", files) else { return nil }
        content.withLock { $0 = file }
        return file.session
    }

    /// Keeps the session of the account that was signed in last; `nil` ends it.
    package func save(_ session: Session?) throws {
        var file = file
        file.session = session
        try write(file)
    }

    /// Replaces the file, and then what is told of it.
    private func write(_ file: ProfileFile) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let path = directory + "/profile.json"
        let bytes = Array(try encoder.encode(file))
        do {
            try files.replace(path, with: bytes)
        } catch {
            throw ProfileError(
                message: Strings.Profile.unwritable(["path": path, "reason": "\(error)"])
            )
        }
        content.withLock { $0 = file }
    }
}

/// Why a profile cannot be used.
public struct ProfileError: Error, Sendable, CustomStringConvertible {
    /// What happened and what to do.
    public let message: String

    /// What happened and what to do.
    public var description: String { message }
}
