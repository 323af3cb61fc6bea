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
            let waiting = try remotes(db, of: "SELECT entity_id FROM mutation")
            if isNewEpoch { try recreateUnsent(db, writer: settler.writer) }
            try keepUnsent(db)
            if isNewEpoch { try requeueLost(db, writer: settler.writer) }
            try db.execute(sql: "DROP TABLE entity; ALTER TABLE staged RENAME TO entity;")
            for remote in waiting { _ = try settler.bring(remote) }
            try Meta.set(db, .cursor, cursor)
        }
    }

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

    /// What has unsent changes stays as it is here; the server's state is merged in afterwards.
    private func keepUnsent(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM staged WHERE id IN (SELECT entity_id FROM mutation);
                INSERT INTO staged (\(EntityTable.columns))
                    SELECT \(EntityTable.columns) FROM entity
                    WHERE id IN (SELECT entity_id FROM mutation);
                """
        )
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

    private func requeueLost(_ db: Database, writer: LocalWriter) throws {
        // Versions of the old life mean nothing in the new one.
        try db.execute(
            sql: """
                UPDATE staged SET version = 0 WHERE id IN (SELECT entity_id FROM mutation);
                DELETE FROM held;
                """
        )
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
