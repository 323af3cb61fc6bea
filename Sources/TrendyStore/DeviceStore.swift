package import GRDB
package import Logging
package import TrendyModel
package import TrendySQLite

/// The device's SQLite database: entities, pending mutations, cursors, anchors, the conflict log.
///
/// ``read(_:)`` and ``write(_:)`` give access to its records. Transactions are synchronous inside
/// the actor, so that none is open at a suspension point. Methods throw `DatabaseError` when the
/// disk fails; the transaction is rolled back then.
///
/// A store holds the lock of the file, so that only one process uses it at a time.
package actor DeviceStore {
    /// The connection, also for tests and simulations.
    package let database: DatabaseQueue
    let dependencies: Dependencies
    nonisolated let logger: Logger
    var lock: (any DatabaseLock)?
    private(set) var isClosed = false
    package nonisolated let path: String
    let files: any DatabaseFiles
    /// The state that is cached in memory while this store holds the file's lock.
    var cached: CachedState
    /// The value of `PRAGMA data_version` when the file's lock was released.
    var versionAtRelease: Int64?
    nonisolated let broadcaster = Broadcaster<StoreTopic>()
    nonisolated let changeTracker = ChangeTracker()

    /// The activities that use the database.
    package nonisolated let work = ActivityTracker()

    /// The id of this device in its account.
    package nonisolated let deviceID: EntityID
    /// The time zone history that was stored when the database was opened.
    package nonisolated let zonesAtOpening: ZoneHistory?

    /// Opens a database, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - path: the file, in an existing directory.
    ///   - dependencies: clocks, randomness and ids.
    ///   - files: the file system.
    ///   - logger: receives states and errors; never recorded data.
    /// - Throws: ``StoreError`` when the database is in use, was written by a newer version, is
    ///   damaged, or is not durable.
    package init(
        path: String,
        dependencies: Dependencies,
        files: any DatabaseFiles = LocalFiles(),
        logger: Logger = .silent
    ) throws {
        self.logger = logger
        self.path = path
        self.files = files
        lock = try Self.lock(path, files)
        do {
            database = try Self.openFile(path, files)
        } catch {
            throw StoreError(error)
        }
        self.dependencies = dependencies
        let newID = dependencies.ids.next()
        let stored = try database.writing { db in
            let device = try Meta.id(db, .deviceID) ?? newID
            try Meta.set(db, .deviceID, device)
            return (
                device: device,
                zones: try TimeZoneRecords.history(db),
                cached: try CachedState(db)
            )
        }
        deviceID = stored.device
        zonesAtOpening = stored.zones
        cached = stored.cached
        database.add(
            transactionObserver: CommitObserver(broadcaster, changeTracker),
            extent: .databaseLifetime
        )
        logger.info("the database is open", metadata: ["schema": "\(Self.schemaVersion)"])
    }

    /// Closes the database and releases its lock; the store cannot be used afterwards.
    package func close() throws {
        try database.close()
        isClosed = true
        lock = nil
        logger.info("the database is closed")
    }

    /// Assigns the database to an account, unless it has one.
    ///
    /// The assignment is permanent, because the cursor and the versions are valid for one account
    /// on one server only.
    ///
    /// - Throws: ``StoreError`` with code `otherAccount` when it is assigned to another account.
    package func claim(for account: EntityID) throws {
        let owner = try database.reading { try Meta.id($0, .account) }
        guard let owner else {
            try canWrite()
            return try database.writing { try Meta.set($0, .account, account) }
        }
        guard owner == account else { throw StoreError(.otherAccount, .otherAccount) }
    }

    /// The number of the newest migration in this version.
    package static let schemaVersion = DeviceMigrations.schemaVersion

    /// Moves a database to another path.
    ///
    /// At the first sign-in, this makes the local data the account's.
    ///
    /// - Throws: ``StoreError`` with code `accountExists` when a database exists at the new path,
    ///   or with code `inUse` when the old one is in use.
    package static func move(
        from old: String,
        to new: String,
        files: any DatabaseFiles = LocalFiles()
    ) throws {
        guard !files.exists(new) else {
            throw StoreError(.accountExists, .databaseExists(path: new))
        }
        let oldLock = try lock(old, files)
        try withExtendedLifetime(oldLock) {
            do throws(SQLiteFileError) {
                let queue = try openFile(old, files)
                try SQLiteFile.checkpointAndClose(queue, path: old)
                try files.move(old, to: new)
            } catch {
                throw StoreError(error)
            }
        }
    }

    static func openFile(
        _ path: String,
        _ files: any DatabaseFiles
    ) throws(SQLiteFileError) -> DatabaseQueue {
        try SQLiteFile.open(
            path: path,
            files: files,
            kind: .device,
            migrator: DeviceMigrations.migrator,
            label: "The device's database",
            cacheKilobytes: pageCacheKilobytes,
            logPages: 1000
        )
    }
}
