package import TrendyModel
package import TrendyServer
package import TrendyWire

extension PostgresStore {
    package func latestCursor(account: EntityID) async throws -> Cursor {
        let parameters = PostgresParameters { $0.append(uuid: account) }
        return try await read(PostgresReadQuery.counters, parameters) { rows in
            guard let row = rows.first else { throw ServerError.unknownAccount }
            let counters = try AccountCounters(row)
            return Cursor(epoch: counters.epoch, version: counters.sequence)
        }
    }

    package func changes(account: EntityID, after: Int64, limit: Int) async throws -> ChangeSlice {
        let page = try await page(PostgresReadQuery.changes, account, limit: limit) {
            $0.append(int8: after)
        }
        let next = page.hasMore ? page.entities.last?.version : nil
        return ChangeSlice(
            epoch: page.epoch,
            entities: page.entities,
            nextVersion: next ?? page.latestVersion,
            hasMore: page.hasMore,
            latestVersion: page.latestVersion,
            tombstonesCollectedTo: page.tombstonesCollectedTo
        )
    }

    package func snapshotStart(account: EntityID) async throws -> SnapshotStart {
        let parameters = PostgresParameters { $0.append(uuid: account) }
        return try await read(PostgresReadQuery.snapshotStart, parameters) { rows in
            guard let row = rows.first else { throw ServerError.unknownAccount }
            let counters = try AccountCounters(row)
            var previous: [Cursor] = []
            for row in rows where !row.isNull(8) {
                previous.append(Cursor(epoch: try row.string(8), version: try row.int(9)))
            }
            return SnapshotStart(
                epoch: counters.epoch,
                version: counters.sequence,
                counts: counters.countsByKind,
                tombstonesCollectedTo: counters.tombstonesCollectedTo,
                previousEpochs: previous
            )
        }
    }

    package func snapshotPage(
        account: EntityID,
        after: SnapshotPosition,
        limit: Int
    ) async throws -> SnapshotPage {
        let bytes = limits.snapshotPageBytes
        let page: PostgresPage
        let next: SnapshotPosition?
        switch after {
        case .entity(let kind, let id):
            page = try await self.page(
                PostgresReadQuery.snapshotEntities,
                account,
                limit: limit,
                bytes: bytes
            ) {
                $0.append(int4: Int32(kind.rawValue))
                $0.append(uuid: id)
            }
            next =
                page.hasMore
                ? page.entities.last.map { .entity($0.kind, $0.id) } : .events
        case .events, .event:
            var query = EventQuery(limit: limit)
            query.after = after
            query.maximumBytes = bytes
            page = try await events(account, query)
            next = page.hasMore ? try page.entities.last.map { try Self.position(of: $0) } : nil
        }
        return SnapshotPage(
            epoch: page.epoch,
            latestVersion: page.latestVersion,
            entities: page.entities,
            next: next
        )
    }

    private static func position(of event: Entity) throws -> SnapshotPosition {
        let keys = EntityKeys(kind: .event, content: event.content)
        guard let timestamp = keys.timestamp else {
            throw ServerError(
                code: .damagedDatabase,
                message: "The database contains an event without a time. Restore a backup."
            )
        }
        return .event(timestamp, event.id)
    }

    package func range(
        account: EntityID,
        prefix: IDPrefix,
        after: EntityID?,
        limit: Int
    ) async throws -> RangePage {
        let page = try await page(PostgresReadQuery.range, account, limit: limit) {
            $0.append(uuid: prefix.first)
            $0.append(uuid: prefix.last)
            $0.append(uuid: after ?? EntityID(high: 0, low: 0))
        }
        return RangePage(
            epoch: page.epoch,
            entities: page.entities,
            hasMore: page.hasMore,
            latestVersion: page.latestVersion
        )
    }

    package func entity(account: EntityID, id: EntityID) async throws -> Entity? {
        let parameters = PostgresParameters {
            $0.append(uuid: account)
            $0.append(uuid: id)
        }
        return try await read(PostgresReadQuery.entity, parameters) { rows in
            try rows.first.map { try PostgresEntityRow.read($0) }
        }
    }

    package func events(account: EntityID, query: EventQuery) async throws -> EntityPage {
        let page = try await events(account, query)
        return EntityPage(entities: page.entities, hasMore: page.hasMore)
    }

    private func events(_ account: EntityID, _ query: EventQuery) async throws -> PostgresPage {
        let statement = PostgresReadQuery.events(
            isOldestFirst: query.isOldestFirst,
            hasType: query.eventTypeID != nil,
            hasSource: query.sourceType != nil
        )
        let (start, end) = Self.bounds(of: query)
        return try await page(statement, account, limit: query.limit, bytes: query.maximumBytes) {
            $0.append(int8: start.milliseconds)
            $0.append(uuid: start.id)
            $0.append(int8: end)
            if let type = query.eventTypeID { $0.append(uuid: type) }
            if let source = query.sourceType { $0.append(byteaOf: source) }
        }
    }

    /// The exclusive bound at which the events of a query begin, and the time at which they end.
    private static func bounds(
        of query: EventQuery
    ) -> (start: (milliseconds: Int64, id: EntityID), end: Int64) {
        if query.isOldestFirst {
            // `from` is inclusive: the bound is after the last id of the instant before.
            var start = (
                milliseconds: query.from.map { max($0.milliseconds, .min + 1) - 1 } ?? .min,
                id: EntityID(high: .max, low: .max)
            )
            if case .event(let timestamp, let id) = query.after,
                timestamp.milliseconds > start.milliseconds
            {
                start = (timestamp.milliseconds, id)
            }
            return (start, query.to?.milliseconds ?? .max)
        }
        // `to` is exclusive: the bound is before the first id at that instant.
        var start = (
            milliseconds: query.to?.milliseconds ?? .max,
            id: EntityID(high: 0, low: 0)
        )
        if case .event(let timestamp, let id) = query.after,
            timestamp.milliseconds < start.milliseconds
        {
            start = (timestamp.milliseconds, id)
        }
        return (start, query.from?.milliseconds ?? .min)
    }

    package func entities(account: EntityID, query: EntityQuery) async throws -> EntityPage {
        let statement =
            query.eventTypeID == nil
            ? PostgresReadQuery.entitiesOfKind : PostgresReadQuery.entitiesOfType
        let page = try await page(statement, account, limit: query.limit) {
            $0.append(int4: Int32(query.kind.rawValue))
            $0.append(uuid: query.after ?? EntityID(high: 0, low: 0))
            if let type = query.eventTypeID { $0.append(uuid: type) }
        }
        return EntityPage(entities: page.entities, hasMore: page.hasMore)
    }

    /// Reads a page, long ones at the account's turn; `fill` appends the parameters of the
    /// statement after the common ones.
    private func page(
        _ statement: PostgresStatement,
        _ account: EntityID,
        limit: Int,
        bytes: Int = WireLimit.pageBytes,
        operation: String = #function,
        _ fill: (inout PostgresParameters) -> Void
    ) async throws -> PostgresPage {
        var parameters = PostgresPage.parameters(account, limit: limit, bytes: bytes)
        fill(&parameters)
        var batch = PostgresBatch(PostgresReadQuery.beginSnapshot)
        batch.add(PostgresReadQuery.counters) { $0.append(uuid: account) }
        batch.add(statement, parameters)
        batch.add(PostgresReadQuery.endSnapshot)
        let work = { [batch] in
            try await self.run(operation: operation) { connection in
                try connection.retrying {
                    let results = try connection.roundTrip(batch)
                    var page = try PostgresPage(
                        account: results[1],
                        results[2],
                        limit: limit,
                        bytes: bytes
                    )
                    guard !page.missing.isEmpty else { return page }
                    let contents = PostgresBatch(
                        PostgresReadQuery.contents,
                        page.parametersOfMissing(account)
                    )
                    try page.add(contents: try connection.roundTrip(contents)[0])
                    return page
                }
            }
        }
        guard limit > limits.shortPage else { return try await work() }
        return try await reads.run(for: account) { try await work() }
    }
}
