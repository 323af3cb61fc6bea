import GRDB
import TrendyModel
import TrendySQLite

/// A row of the table of entities.
struct EntityRow {
    var entity: Entity
    /// The server's last content while the entity has mutations, which is the base of a merge;
    /// `nil` when there is none.
    ///
    /// Empty content means that the server may know the entity without having its content, so a
    /// deletion has to be sent.
    var base: RawJSON?

    // Stored, because they run once per row.
    private static let select = "SELECT \(EntityTable.columns) FROM entity WHERE id = ?"
    private static let selectByName = """
        SELECT \(EntityTable.columns) FROM entity
        WHERE kind = ? AND unique_name = ? AND deleted_at IS NULL
        """
    private static let insert = """
        INSERT INTO entity (\(EntityTable.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    private static let stage = """
        INSERT OR REPLACE INTO staged (\(EntityTable.columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    private static let update = """
        UPDATE entity SET id = ?1, kind = ?2, version = ?3, created_at = ?4, updated_at = ?5,
            deleted_at = ?6, event_type_id = ?7, timestamp = ?8, unique_name = ?9, content = ?10,
            server_content = ?11
        WHERE id = ?1
        """

    static func fetch(_ db: Database, id: EntityID) throws -> EntityRow? {
        let statement = try PreparedStatement(db, Self.select)
        statement.bind(1, id)
        return try statement.firstRow { try EntityRow(row: $0) }
    }

    /// The live entity of a kind with a unique name; `nil` when there is none.
    static func fetchLive(
        _ db: Database,
        _ kind: EntityKind,
        named name: String
    ) throws -> EntityRow? {
        let statement = try PreparedStatement(db, Self.selectByName)
        statement.bind(1, Int64(kind.rawValue))
        statement.bind(2, name)
        return try statement.firstRow { try EntityRow(row: $0) }
    }

    /// The live entities of a kind with unique names, ordered by name.
    static func fetchLive(_ db: Database, _ kind: EntityKind) throws -> [Entity] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT \(EntityTable.columns) FROM entity
            WHERE kind = ? AND unique_name IS NOT NULL AND deleted_at IS NULL
            ORDER BY unique_name, id
            """
        )
        statement.bind(1, Int64(kind.rawValue))
        var entities: [Entity] = []
        try statement.forEachRow { entities.append(try Entity(row: $0)) }
        return entities
    }

    /// The live events of a type.
    static func liveEvents(_ db: Database, ofType type: EntityID) throws -> [EntityRow] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT \(EntityTable.columns) FROM entity
            WHERE event_type_id = ? AND deleted_at IS NULL
            """
        )
        statement.bind(1, type)
        var rows: [EntityRow] = []
        try statement.forEachRow { row in
            let entity = try EntityRow(row: row)
            if entity.entity.kind == .event { rows.append(entity) }
        }
        return rows
    }

    init(entity: Entity, base: RawJSON? = nil) {
        self.entity = entity
        self.base = base
    }

    init(row: PreparedRow) throws {
        entity = try Entity(row: row)
        base = row.isNull(10) ? nil : row.json(10)
    }

    func insert(_ db: Database, _ changeTracker: ChangeTracker) throws {
        try write(with: PreparedStatement(db, Self.insert))
        changeTracker.record(entity.id, entity.kind)
    }

    /// Adds the row to the staged snapshot.
    func stage(_ db: Database) throws {
        try write(with: Self.staging(db))
    }

    /// The statement that adds a row to the staged snapshot.
    static func staging(_ db: Database) throws -> PreparedStatement {
        try PreparedStatement(db, stage)
    }

    func update(_ db: Database, _ changeTracker: ChangeTracker) throws {
        try write(with: PreparedStatement(db, Self.update))
        changeTracker.record(entity.id, entity.kind)
    }

    /// Deletes the row without a tombstone.
    func remove(_ db: Database, _ changeTracker: ChangeTracker) throws {
        let statement = try PreparedStatement(db, "DELETE FROM entity WHERE id = ?")
        statement.bind(1, entity.id)
        try statement.run()
        changeTracker.record(entity.id, entity.kind)
    }

    private func write(with statement: PreparedStatement) throws {
        try write(with: statement, EntityKeys(kind: entity.kind, content: entity.content))
    }

    /// Writes the row with the keys of its content.
    func write(with statement: PreparedStatement, _ keys: EntityKeys) throws {
        statement.bind(1, entity.id)
        statement.bind(2, Int64(entity.kind.rawValue))
        statement.bind(3, entity.version)
        statement.bind(4, entity.createdAt)
        statement.bind(5, entity.updatedAt)
        statement.bind(6, entity.deletedAt)
        statement.bind(7, keys.eventTypeID)
        statement.bind(8, keys.timestamp)
        statement.bind(9, keys.uniqueName)
        statement.bind(11, base)
        try statement.run(with: entity.content, at: 10)
    }
}

extension Entity {
    /// Reads the columns of ``EntityTable/columns``.
    init(row: PreparedRow) throws {
        guard let kind = EntityKind(rawValue: Int(row.int(1))) else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "The kind of an entity is unknown"
            )
        }
        self.init(
            kind: kind,
            id: try row.id(0),
            version: row.int(2),
            createdAt: row.instant(3),
            updatedAt: row.instant(4),
            deletedAt: row.optionalInstant(5),
            content: row.json(9)
        )
    }
}
