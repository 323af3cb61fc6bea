import GRDB
package import TrendyModel
import TrendySQLite

/// Diagnostics of a device's database: counts and states, without personal data.
package struct StoreDiagnosis: Sendable, Equatable {
    /// The number of the newest migration.
    package var schemaVersion = DeviceStore.schemaVersion
    /// The size of the database in bytes.
    package var bytes: Int64 = 0
    /// The first errors of `PRAGMA quick_check`; empty when the file is intact.
    package var damage: [String] = []
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
}

extension DeviceStore {
    /// Checks the integrity of the database and collects diagnostics.
    ///
    /// Reads the whole file, which takes seconds for a large one.
    package func diagnose() throws -> StoreDiagnosis {
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
        let tombstones = "SELECT count(*) FROM entity WHERE deleted_at IS NOT NULL"
        deletedEntities = try Int.fetchOne(db, sql: tombstones) ?? 0
        deferred = try Int.fetchOne(db, sql: "SELECT count(*) FROM deferred_change") ?? 0
    }
}
