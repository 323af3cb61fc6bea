package import GRDB
public import TrendyModel
public import TrendySQLite

/// The device's database: entities, what waits to be sent, cursors, anchors, the conflict journal.
///
/// Every change is one transaction that writes the entity and its pending mutation. Methods are
/// synchronous inside the actor; none suspends with a transaction open. They throw
/// `DatabaseError` where the disk fails; nothing is half-written then.
public actor DeviceStore {
    /// The connection; tests and simulations look into it.
    package let database: DatabaseQueue
    let dependencies: Dependencies
    private var lock: (any DatabaseLock)?
    private var isClosed = false
    private let path: String
    private let files: any DatabaseFiles
    /// The state that is kept in memory while this store holds the file's lock.
    var cached: CachedState
    /// SQLite's number of what others had written when the file was let go of.
    private var versionAtRelease: Int64?
    nonisolated let notices = Broadcaster<StoreTopic>()
    nonisolated let changeTracker = ChangeTracker()

    /// What is under way on the database.
    public nonisolated let work = ActivityTracker()

    /// The id of this device in its account.
    public nonisolated let deviceID: EntityID
    /// Where the person was over time, as it was kept when the database was opened.
    public nonisolated let zonesAtOpening: ZoneHistory?

    /// Opens a database, made when it does not exist.
    ///
    /// - Parameters:
    ///   - path: the file, in a directory that exists.
    ///   - dependencies: time, chance and ids.
    ///   - files: where the path leads.
    /// - Throws: ``StoreError`` when it is in use, newer than the program, damaged, or not durable.
    public init(
        path: String,
        dependencies: Dependencies,
        files: any DatabaseFiles = LocalFiles()
    ) throws {
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
        let state = try database.writing { db in
            let device = try Meta.id(db, .deviceID) ?? newID
            try Meta.set(db, .deviceID, device)
            return (
                device: device,
                zones: try TimeZoneRecords.history(db),
                memory: try CachedState(db)
            )
        }
        deviceID = state.device
        zonesAtOpening = state.zones
        cached = state.memory
        database.add(
            transactionObserver: CommitObserver(notices, changeTracker),
            extent: .databaseLifetime
        )
    }

    /// Closes the file; the store cannot be used afterwards.
    public func close() throws {
        try database.close()
        isClosed = true
        lock = nil
    }

    /// Ties the database to the account that it is synced for, the first time; it never belongs to
    /// another, since a cursor and versions mean nothing to another account or another server.
    ///
    /// - Throws: ``StoreError`` of the code `otherAccount` when it belongs to another.
    public func claim(for account: EntityID) throws {
        let owner = try database.reading { try Meta.id($0, .account) }
        guard let owner else {
            try canWrite()
            return try database.writing { try Meta.set($0, .account, account) }
        }
        guard owner == account else {
            throw StoreError(.otherAccount, .otherAccount)
        }
    }

    /// The number of the newest migration that this program knows.
    public static let schemaVersion = DeviceMigrations.schemaVersion

    /// Moves a database, with all it holds, to another path: data recorded before the first
    /// sign-in becomes the account's.
    ///
    /// - Throws: ``StoreError`` when there is one at the new path or the old one is in use.
    public static func move(
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

    private static func openFile(
        _ path: String,
        _ files: any DatabaseFiles
    ) throws(SQLiteFileError) -> DatabaseQueue {
        try SQLiteFile.open(
            path: path,
            files: files,
            kind: .device,
            migrator: DeviceMigrations.migrator,
            label: "The device's database",
            cacheKilobytes: 4096,
            logPages: 1000
        )
    }

    /// Keeps a second program from opening the same database.
    private static func lock(
        _ path: String,
        _ files: any DatabaseFiles
    ) throws(StoreError) -> any DatabaseLock {
        let lock: (any DatabaseLock)?
        do {
            lock = try files.lock(path)
        } catch {
            throw StoreError(error)
        }
        guard let lock else {
            throw StoreError(.inUse, .databaseInUse(path: path))
        }
        return lock
    }

    /// Lets go of the file's lock: another program may write it until ``takeBack()``.
    func releaseLock() {
        // What cannot be read counts as changed.
        versionAtRelease = try? database.reading { try Self.dataVersion($0) }
        lock = nil
    }

    /// Takes the file's lock again, unless it is held; what another program has written meanwhile
    /// is heeded.
    func reacquireLock() throws {
        guard lock == nil, !isClosed else { return }
        lock = try Self.lock(path, files)
        do {
            let version = try database.reading { try Self.dataVersion($0) }
            guard version != versionAtRelease else { return }
            let old = cached
            cached = try database.reading { try CachedState($0) }
            cached.clock.observe(old.clock.latest)
            changeTracker.noteEverything()
        } catch {
            lock = nil
            throw error
        }
    }

    /// Changes when another connection has written; see `PRAGMA data_version`.
    private static func dataVersion(_ db: Database) throws -> Int64? {
        try PreparedStatement(db, "PRAGMA data_version").firstRow { $0.int(0) }
    }

    /// Whether the file's lock is held.
    package var holdsFile: Bool { lock != nil }
}
