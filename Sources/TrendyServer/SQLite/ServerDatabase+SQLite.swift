package import Logging
import NIOCore
package import TrendyModel
import TrendySQLite

extension ServerDatabase {
    /// Locks and opens the file ``ServerConfiguration/databasePath``, or creates it.
    ///
    /// The value holds the lock until its ``close`` has ended.
    ///
    /// - Throws: ``ServerError`` when the file cannot be opened, is damaged, newer than the program,
    ///   or in use by another process.
    package static func sqlite(
        _ configuration: ServerConfiguration,
        _ dependencies: Dependencies,
        _ logger: Logger
    ) throws -> ServerDatabase {
        let path = configuration.databasePath
        let limits = configuration.workLimits
        do {
            // Creates no file beside a database of another program.
            try SQLiteStore.verifyKind(path: path)
            // SQLite alone prevents two processes from damaging a database. But two servers would
            // wait for each other at every write and miss each other's change notifications.
            guard let lock = try LocalFiles().lock(path) else {
                throw ServerError(
                    code: .databaseInUse,
                    message: "Another server runs on \(path). Stop it first, or give this one "
                        + "a database of its own."
                )
            }
            if configuration.isRestored {
                try SQLiteStore.renewEpochs(path: path, random: dependencies.random)
            }
            let store = try SQLiteStore(
                path: path,
                random: dependencies.random,
                logger: logger,
                limits: limits,
                quota: configuration.quota,
                readers: limits.readers(cores: System.coreCount)
            )
            return ServerDatabase(
                store: store,
                secrets: store.secrets,
                administration: ServerAdministration(path: path, dependencies: dependencies),
                localPath: path,
                metrics: [store],
                close: {
                    defer { withExtendedLifetime(lock) {} }
                    try await store.close()
                }
            )
        } catch let error as SQLiteFileError {
            throw ServerError(error)
        }
    }
}
