import GRDB
public import TrendyModel
import TrendySQLite

/// What a device's database says of itself: counts and states, nothing that a person recorded.
public struct StoreDiagnosis: Sendable, Equatable {
    /// The number of the newest migration.
    public var schemaVersion = DeviceStore.schemaVersion
    /// The size of the file, in bytes.
    public var bytes: Int64 = 0
    /// What SQLite's check of the file found; empty when it is whole.
    public var damage: [String] = []
    /// Live entities by kind.
    public var entities: [EntityKind: Int] = [:]
    /// Deleted entities that are remembered.
    public var deletedEntities = 0
    /// Mutations that need a person, by the code of their problem; `unknown` when they have none.
    public var failedByCode: [String: Int] = [:]
    /// Changes of the server that were set aside, by the name of their kind.
    public var quarantinedByKind: [String: Int] = [:]
    /// Entities that a pull brought and that wait for an answer.
    public var deferred = 0
    /// How far the server's clock is ahead of the device's.
    public var serverOffset = Duration.zero
}

extension DeviceStore {
    /// Checks the database.
    ///
    /// It reads all of the file: seconds for a large one.
    public func diagnose() throws -> StoreDiagnosis {
        try read { try StoreDiagnosis($0) }
    }
}

extension StoreDiagnosis {
    fileprivate init(_ transaction: StoreTransaction) throws {
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
        let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        bytes = pages * pageSize
        damage = try String.fetchAll(db, sql: "PRAGMA quick_check(5)").filter { $0 != "ok" }
        deletedEntities =
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM entity WHERE deleted_at IS NOT NULL"
            ) ?? 0
        deferred = try Int.fetchOne(db, sql: "SELECT count(*) FROM deferred_change") ?? 0
    }
}
