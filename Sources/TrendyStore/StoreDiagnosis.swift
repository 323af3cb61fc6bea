import GRDB
package import TrendyModel
package import TrendySQLite

/// Diagnostics of a device's database: counts and states, without personal data.
package struct StoreDiagnosis: Sendable, Equatable {
    /// The number of the newest migration.
    package var schemaVersion = DeviceStore.schemaVersion
    /// The size of the database in bytes.
    package var bytes: Int64 = 0
    /// The first errors of SQLite's check of the file; empty when it is intact.
    package var damage: [String] = []
    /// The number of rows that refer to a missing row, by table.
    package var brokenReferences: [String: Int] = [:]
    /// The number of rows that this version cannot read, by table.
    package var unreadableRows: [String: Int] = [:]
    /// The number of live entities by kind.
    package var entities: [EntityKind: Int] = [:]
    /// The number of tombstones.
    package var deletedEntities = 0
    /// The number of failed and stale mutations by problem code, or `unknown` without a code.
    package var failedByCode: [String: Int] = [:]
    /// The number of quarantined changes by the name of their entity kind.
    package var quarantinedByKind: [String: Int] = [:]
    /// The number of deferred changes, which wait for the outcome of a mutation in flight.
    package var deferred = 0
    /// How far the server's clock is ahead of the device's.
    package var serverOffset = Duration.zero

    /// Creates a diagnosis of a file of which only the structure was checked.
    package init(_ structure: DatabaseStructure) {
        damage = structure.errors
        brokenReferences = structure.brokenReferences
    }

    init() {}
}

extension DeviceStore {
    /// Checks the integrity of the database and collects diagnostics.
    ///
    /// Reads the whole file, which takes seconds for a large one.
    package func diagnose() throws -> StoreDiagnosis {
        try read { try StoreDiagnosis($0, .quick) }
    }

    /// Checks a database that another process may use, without writing, migrating or locking it.
    ///
    /// A database of an earlier version has only its size, its schema version and its damage
    /// checked.
    ///
    /// - Returns: the diagnosis, and the state of the queue; `nil` for an earlier version or a
    ///   damaged file.
    /// - Throws: `SQLiteFileError` when the file is missing, of another program or of a newer
    ///   version.
    package static func diagnose(
        path: String,
        dependencies: Dependencies
    ) throws -> (StoreDiagnosis, QueueStatus?) {
        let label = "The device's database"
        let queue = try SQLiteFile.openExisting(
            path: path,
            kind: .device,
            migrator: DeviceMigrations.migrator,
            label: label
        )
        do {
            let result = try SQLiteFile.inSnapshot(of: queue) {
                try StoreDiagnosis.inspect($0, dependencies)
            }
            try queue.close()
            return result
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: label)
        }
    }
}

extension StoreDiagnosis {
    fileprivate static func inspect(
        _ db: Database,
        _ dependencies: Dependencies
    ) throws -> (StoreDiagnosis, QueueStatus?) {
        var diagnosis = StoreDiagnosis()
        diagnosis.schemaVersion = try DeviceMigrations.migrator.appliedIdentifiers(db).count
        try diagnosis.checkFile(db, .full)
        guard diagnosis.damage.isEmpty, diagnosis.schemaVersion == DeviceStore.schemaVersion else {
            return (diagnosis, nil)
        }
        let transaction = StoreTransaction(
            context: TransactionContext(
                db,
                dependencies: dependencies,
                changeTracker: ChangeTracker(),
                cached: try CachedState(db)
            )
        )
        try diagnosis.readContent(transaction)
        return (diagnosis, try transaction.queue.status())
    }

    fileprivate init(
        _ transaction: StoreTransaction,
        _ thoroughness: DatabaseStructure.Thoroughness
    ) throws {
        try checkFile(transaction.context.db, thoroughness)
        try readContent(transaction)
    }

    private mutating func checkFile(
        _ db: Database,
        _ thoroughness: DatabaseStructure.Thoroughness
    ) throws {
        let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        bytes = pages * pageSize
        let structure = try DatabaseStructure(db, thoroughness)
        damage = structure.errors
        brokenReferences = structure.brokenReferences
    }

    private mutating func readContent(_ transaction: StoreTransaction) throws {
        let db = transaction.context.db
        entities = try transaction.entities.counts()
        serverOffset = transaction.context.cached.serverOffset
        for mutation in try transaction.queue.failedMutations(limit: .max) {
            let type = mutation.problem.flatMap { try? Document(json: $0)["type"]?.string }
            let code = type?.split(separator: ":").last.map(String.init) ?? "unknown"
            failedByCode[code, default: 0] += 1
        }
        for change in try transaction.sync.quarantined(limit: .max) {
            quarantinedByKind[change.kind, default: 0] += 1
        }
        unreadableRows = try UnreadableRows.count(db)
        let tombstones = "SELECT count(*) FROM entity WHERE deleted_at IS NOT NULL"
        deletedEntities = try Int.fetchOne(db, sql: tombstones) ?? 0
        deferred = try Int.fetchOne(db, sql: "SELECT count(*) FROM deferred_change") ?? 0
    }
}
