import GRDB
package import TrendyModel
import TrendySQLite

/// The snapshot of the server, which is fetched into a table of its own and then replaces the
/// entities.
package struct SnapshotRecords: StoreRecords {
    let context: TransactionContext

    /// Starts to gather a snapshot beside what is there; what an earlier attempt gathered goes.
    package func begin() throws {
        try db.execute(sql: "DROP TABLE IF EXISTS staged")
        try Meta.set(db, .stagedAfter, nil as String?)
        try db.execute(sql: EntityTable.creation(named: "staged"))
        let generation = 3 - (try EntityTable.generation(db))
        try db.execute(sql: EntityTable.indexes(of: "staged", generation: generation))
    }

    /// The place after which gathering can go on where an earlier attempt was cut off, and how much
    /// it has gathered; `nil` when there is nothing to go on with.
    package func position() throws -> (after: String, count: Int)? {
        guard let token = try Meta.string(db, .stagedAfter) else { return nil }
        return (token, try Int.fetchOne(db, sql: "SELECT count(*) FROM staged") ?? 0)
    }

    /// Adds entities to the snapshot that is being gathered; one that comes again replaces itself.
    ///
    /// A loss of power may take the last of them, with their place: they are fetched again then.
    ///
    /// - `token`: the place in the snapshot up to which all is gathered with them; stored in the
    ///   same transaction. The earlier place stays when `nil`.
    package func stage(_ entities: [StagedEntity], through token: String? = nil) throws {
        let statement = try EntityRow.staging(db)
        for staged in entities {
            try EntityRow(entity: staged.entity).write(with: statement, staged.keys)
        }
        if let token { try Meta.set(db, .stagedAfter, token) }
    }

    /// Shows entities of the snapshot before all of it is there, where this device has none.
    package func preview(_ entities: [StagedEntity]) throws {
        for entity in entities.map(\.entity)
        where try EntityRow.fetch(db, id: entity.id) == nil {
            try EntityRow(entity: entity).insert(db, changeTracker)
        }
    }

    /// Puts the gathered snapshot in the place of what was there, in one transaction.
    ///
    /// What waits to be sent is merged with it. Entities of this device that the server does not
    /// have are dropped when the server goes on with the same life of its data, since it deleted
    /// them, unless they were accepted while the snapshot was gathered; in a new life they are
    /// queued to be sent again, since it lost them.
    ///
    /// - `cursor`: where pulls go on from.
    /// - `pin`: the version that the server had come to as the snapshot began; nothing that this
    ///   device has is of later when left out.
    /// - `sharedThrough`: in a new life the last version up to which the server knew what this
    ///   device knows, 0 where it does not say; `nil` in the same life.
    /// - `unreadable`: what of the snapshot cannot be taken in.
    package func finish(
        cursor: String,
        pinnedAt pin: Int64 = .max,
        sharedThrough: Int64?,
        unreadable: [UnreadableChange] = [],
        policy: any MergePolicy
    ) throws {
        let editedAt = nextEditTime()
        let settler = try SyncApplier(writer: writer(editedAt: editedAt), policy: policy)
        let swap = SnapshotSwap(applier: settler)
        if let sharedThrough {
            try swap.enteringNewEpoch(sharedThrough: sharedThrough)
        } else {
            try swap.enteringSameEpoch(pinnedAt: pin)
        }
        try db.execute(sql: "DELETE FROM quarantine")
        try Quarantine.add(db, unreadable, at: dependencies.wallClock.now())
        try Meta.set(db, .stagedAfter, nil as String?)
        try Meta.set(db, .cursor, cursor)
        let mark = try sent.existing(db)
        try mark.write(db, over: sent)
        sent = mark
    }
}
