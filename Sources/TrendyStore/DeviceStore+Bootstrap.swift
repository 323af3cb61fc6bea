import GRDB
public import TrendyModel
import TrendySQLite

extension DeviceStore {
    /// Starts to gather a snapshot beside what is there; what an earlier attempt gathered goes.
    public func beginBootstrap() throws {
        try database.write { db in
            try db.execute(sql: "DROP TABLE IF EXISTS staged")
            try db.execute(sql: EntityTable.creation(named: "staged"))
            let generation = 3 - (try EntityTable.generation(db))
            try db.execute(sql: EntityTable.indexes(of: "staged", generation: generation))
        }
    }

    /// Adds entities to the snapshot that is being gathered; one that comes again replaces itself.
    public func stage(_ entities: [Entity]) throws {
        try database.write { db in
            for entity in entities { try EntityRow(entity: entity).insert(db, into: "staged") }
        }
    }

    /// Puts the gathered snapshot in the place of what was there, in one transaction.
    ///
    /// What waits to be sent is merged with it. Entities of this device that the server does not
    /// have are dropped when the server goes on with the same life of its data, since it deleted
    /// them; after a new epoch they are queued to be sent again, since it lost them.
    ///
    /// - `cursor`: where pulls go on from.
    public func finishBootstrap(
        cursor: String,
        isNewEpoch: Bool,
        policy: any MergePolicy
    ) throws {
        let editedAt = tick()
        try database.write { db in
            let settler = try Settler(
                writer: LocalWriter(
                    db: db,
                    now: dependencies.wallClock.now(),
                    editedAt: editedAt,
                    sentThrough: sentThrough,
                    ids: dependencies.ids
                ),
                policy: policy
            )
            var kept = "SELECT entity_id FROM mutation"
            // The new life may know less than this device: that is merged, too.
            if isNewEpoch { kept += " UNION \(Self.diverged)" }
            let remotes = try remotes(db, of: kept)
            if isNewEpoch { try recreateUnsent(db, writer: settler.writer) }
            try keep(db, remotes.map(\.id))
            if isNewEpoch { try requeueLost(db, keeping: remotes, writer: settler.writer) }
            try db.execute(sql: "DROP TABLE entity; ALTER TABLE staged RENAME TO entity;")
            for remote in remotes {
                if isNewEpoch { try settler.rejoin(remote) } else { _ = try settler.bring(remote) }
            }
            try Meta.set(db, .cursor, cursor)
        }
    }

    /// Entities that the server had accepted in another form than it has now.
    private static let diverged = """
        SELECT entity.id FROM entity JOIN staged ON staged.id = entity.id
        WHERE entity.version > 0 AND entity.content <> staged.content
        """

    /// The gathered entities among the ids of a query.
    private func remotes(_ db: Database, of query: String) throws -> [Entity] {
        let statement = try PreparedStatement(
            db,
            "SELECT \(EntityTable.columns) FROM staged WHERE id IN (\(query))"
        )
        var entities: [Entity] = []
        try statement.forEachRow { entities.append(try Entity(row: $0)) }
        return entities
    }

    /// What has unsent changes stays as it is here, and so does what is `diverged`; the server's
    /// state is merged in afterwards.
    private func keep(_ db: Database, _ diverged: [EntityID]) throws {
        try db.execute(
            sql: """
                DELETE FROM staged WHERE id IN (SELECT entity_id FROM mutation);
                INSERT INTO staged (\(EntityTable.columns))
                    SELECT \(EntityTable.columns) FROM entity
                    WHERE id IN (SELECT entity_id FROM mutation);
                """
        )
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO staged (\(EntityTable.columns))
                SELECT \(EntityTable.columns) FROM entity WHERE id = ?
            """
        )
        for id in diverged {
            statement.bind(1, id)
            try statement.run()
        }
    }

    /// Changes of entities that the server has lost become creations of them.
    private func recreateUnsent(_ db: Database, writer: LocalWriter) throws {
        let statement = try PreparedStatement(
            db,
            """
            SELECT \(EntityTable.columns) FROM entity
            WHERE id IN (SELECT entity_id FROM mutation) AND id NOT IN (SELECT id FROM staged)
            ORDER BY kind, rowid
            """
        )
        var entities: [Entity] = []
        try statement.forEachRow { entities.append(try Entity(row: $0)) }
        for var entity in entities {
            try MutationRow.delete(db, entityID: entity.id)
            entity.version = 0
            try EntityRow(entity: entity).update(db)
            guard entity.deletedAt == nil else { continue }
            try writer.enqueue("create", entity, baseVersion: nil, fields: entity.content)
        }
    }

    private func requeueLost(
        _ db: Database,
        keeping kept: [Entity],
        writer: LocalWriter
    ) throws {
        // Versions of the old life mean nothing in the new one.
        try db.execute(
            sql: """
                UPDATE staged SET version = 0 WHERE id IN (SELECT entity_id FROM mutation);
                DELETE FROM held;
                """
        )
        let reset = try PreparedStatement(db, "UPDATE staged SET version = 0 WHERE id = ?")
        for entity in kept {
            reset.bind(1, entity.id)
            try reset.run()
        }
        let statement = try PreparedStatement(
            db,
            """
            SELECT \(EntityTable.columns) FROM entity
            WHERE deleted_at IS NULL AND version > 0 AND id NOT IN (SELECT id FROM staged)
            ORDER BY kind, rowid
            """
        )
        var lost: [Entity] = []
        try statement.forEachRow { lost.append(try Entity(row: $0)) }
        for var entity in lost {
            entity.version = 0
            try EntityRow(entity: entity).insert(db, into: "staged")
            try writer.enqueue("create", entity, baseVersion: nil, fields: entity.content)
        }
    }
}
