import GRDB
package import TrendyModel
import TrendySQLite

/// The server's snapshot, which is staged in its own table and then replaces the entities.
package struct SnapshotRecords: StoreRecords {
    let context: TransactionContext

    /// Starts staging a snapshot; drops the rows that an earlier attempt staged.
    package func begin() throws {
        try db.execute(sql: "DROP TABLE IF EXISTS staged")
        try Meta.set(db, .stagedAfter, nil as String?)
        try db.execute(sql: EntityTable.creation(named: "staged"))
        let generation = 3 - (try EntityTable.generation(db))
        try db.execute(sql: EntityTable.indexes(of: "staged", generation: generation))
    }

    /// The page token from which an interrupted attempt continues, and the number of staged
    /// entities; `nil` when there is no attempt to continue.
    package func position() throws -> (after: String, count: Int)? {
        guard let token = try Meta.string(db, .stagedAfter) else { return nil }
        return (token, try Int.fetchOne(db, sql: "SELECT count(*) FROM staged") ?? 0)
    }

    /// Stages entities of the snapshot; an entity with the same id is replaced.
    ///
    /// The caller may use ``DeviceStore/writeWithoutSync(_:)``: a power loss then undoes the last
    /// entities together with their token, and they are fetched again.
    ///
    /// - `token`: the page token after these entities; `nil` leaves the stored token as it is.
    package func stage(_ entities: [StagedEntity], through token: String? = nil) throws {
        let statement = try EntityRow.staging(db)
        for staged in entities {
            try EntityRow(entity: staged.entity).write(with: statement, staged.keys)
        }
        if let token { try Meta.set(db, .stagedAfter, token) }
    }

    /// Inserts entities of an incomplete snapshot that this device does not have, so that they can
    /// be shown early.
    package func preview(_ entities: [StagedEntity]) throws {
        for entity in entities.map(\.entity)
        where try EntityRow.fetch(db, id: entity.id) == nil {
            try EntityRow(entity: entity).insert(db, changeTracker)
        }
    }

    /// Replaces the entities with the staged snapshot, and merges pending mutations with it.
    ///
    /// Entities of this device that the snapshot lacks are handled by epoch. In the same epoch the
    /// server deleted them, so they are dropped, unless they were accepted while the snapshot was
    /// fetched. In a new epoch the server lost them, so they are queued to be sent again.
    ///
    /// - `cursor`: the cursor from which pulls continue.
    /// - `pin`: the server's version when the snapshot began. Newer entities of this device stay as
    ///   they are; by default none is newer.
    /// - `sharedThrough`: in a new epoch, the last version that the server and this device have in
    ///   common, or 0 when the server does not report it; `nil` in the same epoch.
    /// - `unreadable`: the entities of the snapshot that this version cannot decode, which are
    ///   quarantined.
    /// - `policy`: resolves conflicts.
    package func finish(
        cursor: String,
        pinnedAt pin: Int64 = .max,
        sharedThrough: Int64?,
        unreadable: [UnreadableChange] = [],
        policy: any MergePolicy
    ) throws {
        let swap = SnapshotSwap(applier: try SyncApplier(writer: writer(), policy: policy))
        if let sharedThrough {
            try swap.applyInNewEpoch(sharedThrough: sharedThrough)
        } else {
            try swap.applyInSameEpoch(pinnedAt: pin)
        }
        try db.execute(sql: "DELETE FROM quarantine")
        try Quarantine.add(db, unreadable, at: dependencies.wallClock.now())
        try Meta.set(db, .stagedAfter, nil as String?)
        try Meta.set(db, .cursor, cursor)
        let watermark = try sent.existing(db)
        try watermark.write(db, over: sent)
        sent = watermark
    }
}
