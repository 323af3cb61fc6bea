import GRDB
package import TrendyModel
import TrendySQLite
package import TrendyWire

extension SQLiteStore {
    package func latestVersion(account: EntityID) throws -> Int64 {
        try queue.reading { try AccountRow.read($0, account).sequence }
    }

    package func changes(account: EntityID, after: Int64, limit: Int) throws -> ChangeSlice {
        try queue.reading { db in
            let row = try AccountRow.read(db, account)
            let statement = try PreparedStatement(db, ServerQuery.changes)
            statement.bind(1, account)
            statement.bind(2, after)
            statement.bind(3, Int64(limit + 1))
            let (entities, hasMore) = try Self.page(statement, limit: limit)
            let next = hasMore ? entities.last?.version : nil
            return ChangeSlice(
                entities: entities,
                nextVersion: next ?? row.sequence,
                hasMore: hasMore,
                latestVersion: row.sequence,
                tombstonesCollectedTo: row.tombstonesCollectedTo
            )
        }
    }

    package func snapshotStart(account: EntityID) throws -> SnapshotStart {
        try queue.reading { db in
            let row = try AccountRow.read(db, account)
            let statement = try PreparedStatement(db, ServerQuery.pastLives)
            statement.bind(1, account)
            var pastLives: [TrendyWire.Cursor] = []
            try statement.forEachRow { row in
                guard let epoch = row.string(0) else { return }
                pastLives.append(TrendyWire.Cursor(epoch: epoch, version: row.int(1)))
            }
            return SnapshotStart(
                version: row.sequence,
                counts: row.countsByKind,
                tombstonesCollectedTo: row.tombstonesCollectedTo,
                pastLives: pastLives
            )
        }
    }

    package func snapshotPage(
        account: EntityID,
        after: SnapshotPlace,
        limit: Int
    ) throws -> SnapshotPage {
        try queue.reading { db in
            switch after {
            case .entity(let kind, let id):
                let statement = try PreparedStatement(db, ServerQuery.snapshotEntities)
                statement.bind(1, account)
                statement.bind(2, Int64(kind.rawValue))
                statement.bind(3, id)
                statement.bind(4, Int64(limit + 1))
                let (entities, hasMore) = try Self.page(statement, limit: limit)
                let next =
                    hasMore ? entities.last.map { SnapshotPlace.entity($0.kind, $0.id) } : nil
                return SnapshotPage(entities: entities, next: next ?? .events)
            case .events, .event:
                var query = EventQuery(limit: limit)
                query.after = after
                let statement = try ServerQuery.events(db, account: account, query: query)
                let (entities, hasMore) = try Self.page(statement, limit: limit)
                guard hasMore, let last = entities.last else {
                    return SnapshotPage(entities: entities, next: nil)
                }
                let timestamp = EntityKeys(kind: .event, content: last.content).timestamp
                guard let timestamp else { throw ServerError.damagedEntity }
                return SnapshotPage(entities: entities, next: .event(timestamp, last.id))
            }
        }
    }

    package func digest(
        account: EntityID,
        kind: EntityKind?,
        prefix: IDPrefix
    ) throws -> (version: Int64, buckets: [(prefix: String, bucket: DigestBucket)]) {
        try queue.reading { db in
            let row = try AccountRow.read(db, account)
            let statement = try PreparedStatement(db, ServerQuery.digest)
            statement.bind(1, account)
            statement.bind(2, prefix.first)
            statement.bind(3, prefix.last)
            statement.bind(4, kind.map { Int64($0.rawValue) })
            var buckets = [DigestBucket](repeating: DigestBucket(), count: 16)
            try statement.forEachRow { row in
                let id = try row.id(0)
                buckets[prefix.nextDigit(of: id)].add(id: id, version: row.int(1))
            }
            let named = buckets.enumerated().filter { $0.element.count > 0 }.map {
                (prefix: prefix.digits + String($0.offset, radix: 16), bucket: $0.element)
            }
            return (row.sequence, named)
        }
    }

    package func range(
        account: EntityID,
        prefix: IDPrefix,
        after: EntityID?,
        limit: Int
    ) throws -> RangePage {
        try queue.reading { db in
            let row = try AccountRow.read(db, account)
            let statement = try PreparedStatement(db, ServerQuery.range)
            statement.bind(1, account)
            statement.bind(2, prefix.first)
            statement.bind(3, prefix.last)
            statement.bind(4, after ?? EntityID(high: 0, low: 0))
            statement.bind(5, Int64(limit + 1))
            let (entities, hasMore) = try Self.page(statement, limit: limit)
            return RangePage(entities: entities, hasMore: hasMore, latestVersion: row.sequence)
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

    package func events(account: EntityID, query: EventQuery) throws -> EntityPage {
        try queue.reading { db in
            let statement = try ServerQuery.events(db, account: account, query: query)
            let (entities, hasMore) = try Self.page(statement, limit: query.limit)
            return EntityPage(entities: entities, hasMore: hasMore)
        }
    }

    package func entities(account: EntityID, query: EntityQuery) throws -> EntityPage {
        try queue.reading { db in
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

    /// Reads up to `limit` rows of a statement that asks for one more, which tells whether there
    /// is more.
    private static func page(
        _ statement: PreparedStatement,
        limit: Int
    ) throws -> (entities: [Entity], hasMore: Bool) {
        var entities: [Entity] = []
        entities.reserveCapacity(limit)
        var hasMore = false
        var bytes = 0
        try statement.forEachRow { row in
            guard !hasMore else { return }
            guard entities.count < limit, bytes < WireLimit.pageBytes else {
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
