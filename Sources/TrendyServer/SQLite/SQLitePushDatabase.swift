import GRDB
import TrendyModel
import TrendySQLite
import TrendyWire

/// The database of one push in SQLite; every write is executed at once.
struct SQLitePushDatabase: PushDatabase {
    private let db: Database
    private let account: EntityID
    private let writeEntity: PreparedStatement
    private let writeRecord: PreparedStatement
    private var now = Instant(milliseconds: 0)

    /// Prepares the push of an account within a write transaction.
    init(_ db: Database, account: EntityID) throws {
        self.db = db
        self.account = account
        writeEntity = try PreparedStatement(db, PushQuery.upsert)
        writeRecord = try PreparedStatement(db, PushQuery.insertRecord)
    }

    mutating func start(_ request: PushStartRequest) throws -> PushStart {
        now = request.now
        let counters = try AccountRow.read(db, account)
        try PushQuery.deleteExpiredRecords(db, request)
        return PushStart(
            counters: counters,
            records: try PushQuery.records(db, account: account, ids: request.mutations),
            entities: try wantedEntities(request)
        )
    }

    private func wantedEntities(_ request: PushStartRequest) throws -> [StoredEntity] {
        var ids = IDList()
        for id in request.entities { ids.append(id) }
        let statement = try PreparedStatement(db, PushQuery.wantedEntities)
        ids.bind(to: statement)
        statement.bind(3, account)
        var entities: [StoredEntity] = []
        entities.reserveCapacity(ids.count)
        try statement.forEachRow { row in
            let bytes = EntityRow.contentBytes(of: row)
            let hasContent = bytes <= request.maximumContentBytes
            entities.append(
                StoredEntity(
                    try EntityRow.read(row, withContent: hasContent),
                    contentBytes: bytes,
                    hasContent: hasContent
                )
            )
        }
        return entities
    }

    func entity(_ id: EntityID) throws -> Entity? {
        let statement = try PreparedStatement(db, ServerQuery.entity)
        statement.bind(1, account)
        statement.bind(2, id)
        return try statement.firstRow { try EntityRow.read($0) }
    }

    func owner(of name: String, kind: EntityKind) throws -> Entity? {
        let statement = try PreparedStatement(db, PushQuery.nameOwner)
        statement.bind(1, account)
        statement.bind(2, Int64(kind.rawValue))
        statement.bind(3, name)
        return try statement.firstRow { try EntityRow.read($0) }
    }

    func children(of type: EntityID, limit: Int?) throws -> [StoredEntity] {
        let statement = try PreparedStatement(db, PushQuery.children)
        statement.bind(1, account)
        statement.bind(2, type)
        statement.bind(3, Int64(limit ?? -1))
        var children: [StoredEntity] = []
        try statement.forEachRow { row in
            children.append(
                StoredEntity(
                    try EntityRow.read(row, withContent: false),
                    contentBytes: EntityRow.contentBytes(of: row),
                    hasContent: false
                )
            )
        }
        return children
    }

    func eventCount(of type: EntityID, upTo limit: Int) throws -> Int {
        let statement = try PreparedStatement(db, PushQuery.eventsOfType)
        statement.bind(1, account)
        statement.bind(2, type)
        statement.bind(3, Int64(limit))
        var count = 0
        try statement.forEachRow { _ in count += 1 }
        return count
    }

    func write(_ entity: Entity, _ keys: EntityKeys) throws {
        writeEntity.bind(1, account)
        writeEntity.bind(2, entity.id)
        writeEntity.bind(3, Int64(entity.kind.rawValue))
        writeEntity.bind(4, entity.version)
        writeEntity.bind(5, entity.createdAt)
        writeEntity.bind(6, entity.updatedAt)
        writeEntity.bind(7, entity.deletedAt)
        writeEntity.bind(8, keys.eventTypeID)
        writeEntity.bind(9, keys.timestamp)
        writeEntity.bind(10, keys.uniqueName)
        writeEntity.bind(11, keys.sourceType)
        writeEntity.bind(12, entity.content)
        try writeEntity.run()
    }

    func write(_ record: IdempotencyRecord, of mutation: EntityID) throws {
        writeRecord.bind(1, account)
        writeRecord.bind(2, mutation)
        writeRecord.bind(3, record.version)
        writeRecord.bind(4, bytes: record.requestHash)
        writeRecord.bind(5, now)
        try writeRecord.run()
    }

    func finish(_ counters: AccountCounters?) throws {
        if let counters { try AccountRow.write(db, account, counters) }
    }
}
