import Foundation
public import TrendyModel
import TrendySQLite
import TrendyStore
public import TrendySync
public import TrendyWire

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A device as a directory: `profile.json` and a database for each account that signed in.
public actor Profile: SessionStorage {
    /// The directory.
    public nonisolated let directory: String
    /// What the directory's file says.
    public private(set) var file: ProfileFile

    /// Opens a directory, made when it does not exist.
    ///
    /// - Throws: ``ProfileError`` when it cannot be made or its file cannot be read.
    public init(directory: String) throws {
        self.directory = directory
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory),
            !isDirectory.boolValue
        {
            throw ProfileError(
                message: "\(directory) is a file. Give a directory with --profile."
            )
        }
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw ProfileError(
                message: "The profile's directory \(directory) cannot be made. "
                    + "Give another one with --profile."
            )
        }
        let path = directory + "/profile.json"
        guard FileManager.default.fileExists(atPath: path) else {
            file = ProfileFile()
            return
        }
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            file = try JSONDecoder().decode(ProfileFile.self, from: data)
        } catch {
            throw ProfileError(
                message: "\(path) cannot be read. Move it away and sign in again; "
                    + "the databases beside it keep what was recorded."
            )
        }
    }

    /// The database of the account that was signed in last, or the one of nobody.
    public var databasePath: String {
        databasePath(account: file.account?.id)
    }

    private func databasePath(account: String?) -> String {
        directory + "/\(account ?? "local").sqlite"
    }

    /// Takes up a session.
    ///
    /// What was recorded before becomes the account's, beside what it has here already.
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
                message: "The server gave an account id that is none. Update the server."
            )
        }
        let local = databasePath(account: nil)
        let path = databasePath(account: account.description)
        let hasLocal = FileManager.default.fileExists(atPath: local)
        if FileManager.default.fileExists(atPath: path) {
            do {
                let store = try DeviceStore(path: path, dependencies: dependencies)
                if hasLocal { try await adopt(local, into: store, dependencies) }
                try await store.forgetFailure(SyncFailure.Code.needsSignIn.rawValue)
                try await store.close()
            } catch let error as StoreError where error.code == .inUse && !hasLocal {
                // Whoever uses it goes on with the new session.
            }
        } else if hasLocal {
            try DeviceStore.move(from: local, to: path)
        }
        var user = session.user
        user.id = account.description
        file = ProfileFile()
        file.server = server
        file.account = user
        file.session = session
        try write()
    }

    private func adopt(
        _ local: String,
        into store: DeviceStore,
        _ dependencies: Dependencies
    ) async throws {
        let other = try DeviceStore(path: local, dependencies: dependencies)
        try await store.adopt(other)
        try await other.close()
        try remove(local)
    }

    /// Ends the session; what was recorded stays under the account.
    public func signOut() throws {
        file.session = nil
        try write()
    }

    /// Deletes the database of the account that was signed in last, and ends its session.
    ///
    /// - Throws: `StoreError` of the code `inUse` while another program uses it.
    public func eraseData() throws {
        try remove(databasePath) {
            file.session = nil
            file.account = nil
            try write()
        }
    }

    /// Deletes a database.
    ///
    /// - `prepare`: what is done before, once nobody else uses it.
    private func remove(_ path: String, prepare: () throws -> Void = {}) throws {
        guard let lock = try LocalFiles().lock(path) else {
            throw ProfileError(
                message: "Another program is using this profile. Wait until it has finished; "
                    + "nothing was deleted."
            )
        }
        try withExtendedLifetime(lock) {
            try prepare()
            // The file itself goes first: what is left beside it means nothing without it.
            for suffix in ["", "-wal", "-shm"]
            where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.removeItem(atPath: path + suffix)
            }
        }
    }

    /// Keeps the session, durably.
    public func save(_ session: Session?) throws {
        file.session = session
        try write()
    }

    /// Replaces the file as a whole, readable for its owner only.
    private func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data = try encoder.encode(file)
        let path = directory + "/profile.json"
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        let written = data.withUnsafeBytes { writeAll(descriptor, $0) }
        let isSynced = fsync(descriptor) == 0
        close(descriptor)
        guard written == data.count, isSynced, rename(temporary, path) == 0 else {
            unlink(temporary)
            throw cannotWrite(path)
        }
    }

    private func cannotWrite(_ path: String) -> ProfileError {
        ProfileError(
            message: "\(path) cannot be written (\(String(cString: strerror(errno)))). "
                + "Free some space or check its permissions; what was there is unchanged."
        )
    }
}

private func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// Why a profile cannot be used.
public struct ProfileError: Error, Sendable, CustomStringConvertible {
    /// What happened and what to do.
    public let message: String

    /// What happened and what to do.
    public var description: String { message }
}
