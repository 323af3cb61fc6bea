import GRDB
package import TrendyModel
import TrendySQLite
package import TrendyWire

extension SQLiteStore {
    package func latestCursor(account: EntityID) throws -> TrendyWire.Cursor {
        try queue.reading { db in
            let row = try AccountRow.read(db, account)
            return TrendyWire.Cursor(epoch: row.epoch, version: row.sequence)
        }
    }

    package func changes(
        account: EntityID,
        after: Int64,
        limit: Int
    ) async throws -> ChangeSlice {
        try await read(for: account, isLong: limit > limits.shortPage) { db in
            let row = try AccountRow.read(db, account)
            let statement = try PreparedStatement(db, ServerQuery.changes)
            statement.bind(1, account)
            statement.bind(2, after)
            statement.bind(3, Int64(limit + 1))
            let (entities, hasMore) = try Self.page(statement, limit: limit)
            let next = hasMore ? entities.last?.version : nil
            return ChangeSlice(
                epoch: row.epoch,
                entities: entities,
                nextVersion: next ?? row.sequence,
                hasMore: hasMore,
                latestVersion: row.sequence,
                tombstonesCollectedTo: row.tombstonesCollectedTo
            )
        }
    }

    package func snapshotStart(account: EntityID) throws -> SnapshotStart {
        try queue.readingSnapshot { db in
            let row = try AccountRow.read(db, account)
            let statement = try PreparedStatement(db, ServerQuery.previousEpochs)
            statement.bind(1, account)
            var previousEpochs: [TrendyWire.Cursor] = []
            try statement.forEachRow { row in
                guard let epoch = row.string(0) else { return }
                previousEpochs.append(TrendyWire.Cursor(epoch: epoch, version: row.int(1)))
            }
            return SnapshotStart(
                epoch: row.epoch,
                version: row.sequence,
                counts: row.countsByKind,
                tombstonesCollectedTo: row.tombstonesCollectedTo,
                previousEpochs: previousEpochs
            )
        }
    }

    package func snapshotPage(
        account: EntityID,
        after: SnapshotPosition,
        limit: Int
    ) async throws -> SnapshotPage {
        let bytes = limits.snapshotPageBytes
        return try await read(for: account) { db in
            let row = try AccountRow.read(db, account)
            let (entities, next) = try Self.snapshotEntities(db, account, after, limit, bytes)
            return SnapshotPage(
                epoch: row.epoch,
                latestVersion: row.sequence,
                entities: entities,
                next: next
            )
        }
    }

    private static func snapshotEntities(
        _ db: Database,
        _ account: EntityID,
        _ after: SnapshotPosition,
        _ limit: Int,
        _ bytes: Int
    ) throws -> (entities: [Entity], next: SnapshotPosition?) {
        switch after {
        case .entity(let kind, let id):
            let statement = try PreparedStatement(db, ServerQuery.snapshotEntities)
            statement.bind(1, account)
            statement.bind(2, Int64(kind.rawValue))
            statement.bind(3, id)
            statement.bind(4, Int64(limit + 1))
            let (entities, hasMore) = try page(statement, limit: limit, bytes: bytes)
            let next =
                hasMore ? entities.last.map { SnapshotPosition.entity($0.kind, $0.id) } : nil
            return (entities, next ?? .events)
        case .events, .event:
            var query = EventQuery(limit: limit)
            query.after = after
            let statement = try ServerQuery.events(db, account: account, query: query)
            let (entities, hasMore) = try page(statement, limit: limit, bytes: bytes)
            guard hasMore, let last = entities.last else { return (entities, nil) }
            let timestamp = EntityKeys(kind: .event, content: last.content).timestamp
            guard let timestamp else { throw ServerError.damagedEntity }
            return (entities, .event(timestamp, last.id))
        }
    }

    package func range(
        account: EntityID,
        prefix: IDPrefix,
        after: EntityID?,
        limit: Int
    ) async throws -> RangePage {
        try await read(for: account) { db in
            let row = try AccountRow.read(db, account)
            let statement = try PreparedStatement(db, ServerQuery.range)
            statement.bind(1, account)
            statement.bind(2, prefix.first)
            statement.bind(3, prefix.last)
            statement.bind(4, after ?? EntityID(high: 0, low: 0))
            statement.bind(5, Int64(limit + 1))
            let (entities, hasMore) = try Self.page(statement, limit: limit)
            return RangePage(
                epoch: row.epoch,
                entities: entities,
                hasMore: hasMore,
                latestVersion: row.sequence
            )
        }
    }

    package func entity(account: EntityID, id: EntityID) throws -> Entity? {
        try queue.reading { db in
            let statement = try PreparedStatement(db, ServerQuery.entity)
            statement.bind(1, account)
            statement.bind(2, id)
            return try statement.firstRow { try EntityRow.read($0) }
        }
    }

    package func events(account: EntityID, query: EventQuery) async throws -> EntityPage {
        if let source = query.sourceType, let readers {
            return try await EventSearch(account: account, query: query, source: source)
                .run(on: readers, rows: limits.searchRows)
        }
        return try await read(for: account, isLong: query.limit > limits.shortPage) { db in
            let statement = try ServerQuery.events(db, account: account, query: query)
            let (entities, hasMore) = try Self.page(
                statement,
                limit: query.limit,
                bytes: query.maximumBytes
            )
            return EntityPage(entities: entities, hasMore: hasMore)
        }
    }

    package func entities(account: EntityID, query: EntityQuery) async throws -> EntityPage {
        try await read(for: account, isLong: query.limit > limits.shortPage) { db in
            let byType = query.eventTypeID != nil
            let statement = try PreparedStatement(
                db,
                byType ? ServerQuery.entitiesOfType : ServerQuery.entitiesOfKind
            )
            statement.bind(1, account)
            statement.bind(2, Int64(query.kind.rawValue))
            statement.bind(3, query.after ?? EntityID(high: 0, low: 0))
            statement.bind(4, Int64(query.limit + 1))
            if byType { statement.bind(5, query.eventTypeID) }
            let (entities, hasMore) = try Self.page(statement, limit: query.limit)
            return EntityPage(entities: entities, hasMore: hasMore)
        }
    }

    /// Reads in one transaction, on a reader connection if there is one.
    func read<Value: Sendable>(
        for account: EntityID,
        isLong: Bool = true,
        operation: String = #function,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        guard isLong, let readers else { return try queue.readingSnapshot(body) }
        return try await readers.read(for: account, operation: operation, body)
    }

    /// Reads up to `limit` rows of a statement that selects one more, to determine whether there
    /// are more.
    private static func page(
        _ statement: PreparedStatement,
        limit: Int,
        bytes mostBytes: Int = WireLimit.pageBytes
    ) throws -> (entities: [Entity], hasMore: Bool) {
        var entities: [Entity] = []
        entities.reserveCapacity(limit)
        var hasMore = false
        var bytes = 0
        try statement.forEachRow { row in
            guard !hasMore else { return }
            guard entities.count < limit, bytes < mostBytes else {
                hasMore = true
                return
            }
            let entity = try EntityRow.read(row)
            bytes += entity.content.utf8.count
            entities.append(entity)
        }
        return (entities, hasMore)
    }
}
