import Foundation
import ServiceLifecycle
import Synchronization
package import TrendyKit
package import TrendyModel

/// The uploads and imports of all accounts of a server, or of a device's own profile.
///
/// As a service it ends the running imports at a shutdown. A later process starts them again when
/// it opens the uploads of their account: on a server, when the account next opens a page.
package final class ImportSpools: Service {
    /// Opens the engine of an account, with what keeps it open.
    package typealias EngineProvider =
        @Sendable () async throws -> (engine: TrendyEngine, lease: any Sendable)

    private let directory: String
    private let limits: ImportLimits
    private let space: ImportSpace
    private let dependencies: Dependencies
    private let executor = ImportExecutor()
    private let spools = Mutex<[String: ImportSpool]>([:])

    /// Creates the uploads of a directory.
    ///
    /// - `directory`: a directory of their own, created when it does not exist; its files are
    ///   readable by their owner only.
    package init(
        directory: String,
        limits: ImportLimits = ImportLimits(),
        dependencies: Dependencies
    ) throws {
        self.directory = directory
        self.limits = limits
        self.dependencies = dependencies
        space = ImportSpace(directory: directory, limits: limits)
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Opens the uploads of an account, and starts the imports that an earlier process ended.
    ///
    /// - Parameters:
    ///   - account: the name of the account's folder, such as its id; letters, digits and `-`.
    ///   - samples: the directory of the archive of raw samples; `nil` keeps none.
    ///   - engine: opens the account's engine for an import.
    /// - Returns: the uploads, the same ones each time.
    /// - Throws: errors of the file system.
    package func spool(
        account: String,
        samples: String? = nil,
        engine: @escaping EngineProvider
    ) throws -> ImportSpool {
        precondition(Self.isPlain(account), "an account's folder is a plain name")
        let (spool, isNew) = try spools.withLock { spools in
            if let spool = spools[account] { return (spool, false) }
            let spool = try ImportSpool(
                directory: directory + "/" + account,
                limits: limits,
                space: space,
                importer: FileImporter(
                    engine: engine,
                    samples: samples,
                    temporaryDirectory: directory + "/" + account,
                    dependencies: dependencies
                ),
                executor: executor,
                dependencies: dependencies
            )
            spools[account] = spool
            return (spool, true)
        }
        if isNew {
            // Owned by the spool, which ends it at a shutdown.
            Task(name: "import queue") { await spool.resume() }
        }
        return spool
    }

    /// Deletes the uploads of an account, as after the account was deleted.
    ///
    /// - Throws: errors of the file system; the account accepts no uploads then until it is removed
    ///   or the process ends.
    package func remove(account: String) async throws {
        // It stays in `spools` until its folder is deleted, so that no other one opens the folder.
        await spools.withLock { $0[account] }?.removeAll()
        let folder = directory + "/" + account
        try spools.withLock { spools in
            if FileManager.default.fileExists(atPath: folder) {
                try FileManager.default.removeItem(atPath: folder)
            }
            spools[account] = nil
        }
    }

    /// Deletes the uploads of unknown accounts and the expired uploads of all others, also of
    /// accounts whose uploads are not open.
    ///
    /// To be called from time to time; lists one folder for each account.
    ///
    /// - `isKnown`: whether the account with a folder's name exists.
    /// - Throws: what `isKnown` throws, at once; errors of the file system, after the other folders
    ///   were examined.
    package func removeAbandoned(
        isKnown: @Sendable (_ account: String) async throws -> Bool
    ) async throws {
        var failure: (any Error)?
        for account in try accounts().sorted() {
            let isAbandoned = try await !isKnown(account)
            do {
                if isAbandoned {
                    try await remove(account: account)
                } else {
                    try await removeExpired(of: account)
                }
            } catch {
                // The other folders do not depend on this one.
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func removeExpired(of account: String) async throws {
        let folder = directory + "/" + account
        let now = dependencies.wallClock.now()
        let open = try spools.withLock { spools -> ImportSpool? in
            if let spool = spools[account] { return spool }
            // In the lock, so that the folder is not opened meanwhile.
            try ImportSpool.removeExpired(in: folder, limits: limits, at: now)
            return nil
        }
        await open?.maintain()
    }

    /// The accounts that have a folder.
    private func accounts() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        return Set(
            names.filter { name in
                var isDirectory: ObjCBool = false
                return Self.isPlain(name)
                    && FileManager.default.fileExists(
                        atPath: directory + "/" + name,
                        isDirectory: &isDirectory
                    ) && isDirectory.boolValue
            }
        )
    }

    /// Whether a name has letters, digits and `-` only.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte == 0x2D || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte)
            }
    }

    /// Waits for the shutdown, then ends the running imports.
    package func run() async throws {
        try? await gracefulShutdown()  // a cancellation is a shutdown as well
        await stop()
    }

    /// Ends the running imports; a later process starts them again when it opens their uploads.
    package func stop() async {
        for spool in spools.withLock({ $0.values.map(\.self) }) { await spool.stop() }
        // Threads that cannot end hold nothing that the next process needs.
        try? await executor.shutDown()
    }
}
