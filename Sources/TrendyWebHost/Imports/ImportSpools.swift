import Foundation
import ServiceLifecycle
import Synchronization
package import TrendyKit
package import TrendyModel

/// The uploads and imports of all accounts of a server, or of a device's own profile.
///
/// As a service it ends the running imports at a shutdown; they start again with the next one.
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

    /// The uploads of an account; imports that a shutdown ended go on.
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
        precondition(
            !account.isEmpty
                && account.utf8.allSatisfy { byte in
                    byte == 0x2D || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                        || (0x61...0x7A).contains(byte)
                },
            "an account's folder is a plain name"
        )
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
    package func remove(account: String) async throws {
        let spool = spools.withLock { $0.removeValue(forKey: account) }
        await spool?.stop()
        let folder = directory + "/" + account
        guard FileManager.default.fileExists(atPath: folder) else { return }
        try FileManager.default.removeItem(atPath: folder)
    }

    /// Waits for the shutdown, then ends the running imports.
    package func run() async throws {
        try? await gracefulShutdown()  // a cancellation is a shutdown as well
        await stop()
    }

    /// Ends the running imports; they start again with the next process.
    package func stop() async {
        for spool in spools.withLock({ $0.values.map(\.self) }) { await spool.stop() }
        // Threads that cannot end hold nothing that the next process needs.
        try? await executor.shutDown()
    }
}
