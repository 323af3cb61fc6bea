import TrendyModel
import TrendyServer

/// The database of one push in PostgreSQL: a round trip of reads, and one of writes.
///
/// Writes are kept until the end, or until a read has to see them. Of an entity only the last write
/// is sent, because `ON CONFLICT` refuses a row twice. Many new events are inserted with `COPY`, while
/// the push decides about the next ones: the lock of the account keeps them new.
struct PostgresPushDatabase: PushDatabase {
    private typealias WrittenEntity = (entity: Entity, keys: EntityKeys)

    private let transaction: PostgresTransaction
    private let account: EntityID
    private var now = Instant(milliseconds: 0)
    private var entities: [EntityID: WrittenEntity] = [:]
    /// New events, each written once, that were not sent.
    private var newEvents: [WrittenEntity] = []
    private var copy: PostgresCopy?
    private var records: [(mutation: EntityID, record: IdempotencyRecord)] = []
    /// The entities that were read or written; all others of the request are new.
    private var stored: Set<EntityID> = []

    /// The number of new events from which `COPY` costs less than a statement.
    private static let fewestCopied = 50

    /// Prepares the push of an account in a transaction, which ``finish(_:)`` commits.
    init(_ transaction: PostgresTransaction, account: EntityID) {
        self.transaction = transaction
        self.account = account
    }

    mutating func start(_ request: PushStartRequest) throws -> PushStart {
        now = request.now
        var batch = PostgresBatch()
        batch.add(PostgresPushQuery.lock) { $0.append(uuid: account) }
        batch.add(PostgresPushQuery.deleteExpiredRecords) {
            $0.append(uuid: account)
            $0.append(uuid: request.expiryKey)
            $0.append(int8: request.expiry.milliseconds)
            $0.append(int8: Int64(PushStartRequest.maximumDeletedRecords))
        }
        let mutations = Set(request.mutations).sorted()
        batch.add(PostgresPushQuery.records) {
            $0.append(uuid: account)
            $0.appendArray(of: .uuid, mutations) { $0.append(uuid: $1) }
            $0.append(uuid: mutations.first)
            $0.append(uuid: mutations.last)
        }
        batch.add(PostgresPushQuery.wantedEntities) {
            $0.append(uuid: account)
            $0.appendArray(of: .uuid, Set(request.entities).sorted()) { $0.append(uuid: $1) }
            $0.append(int8: Int64(request.maximumContentBytes))
        }
        let results = try transaction.roundTrip(batch)
        guard let row = results[0].first else { throw ServerError.unknownAccount }
        var records: [EntityID: IdempotencyRecord] = [:]
        for row in results[2] {
            records[try row.id(0)] = IdempotencyRecord(
                version: try row.optionalInt(1),
                requestHash: try row.bytes(2)
            )
        }
        return PushStart(
            counters: try AccountCounters(row),
            records: records,
            entities: try read(results[3])
        )
    }

    mutating func entity(_ id: EntityID) throws -> Entity? {
        if let written = entities[id] ?? newEvents.first(where: { $0.entity.id == id }) {
            return written.entity
        }
        try finishCopy()
        var batch = PostgresBatch()
        batch.add(PostgresReadQuery.entity) {
            $0.append(uuid: account)
            $0.append(uuid: id)
        }
        return try transaction.roundTrip(batch)[0].first.map { try PostgresEntityRow.read($0) }
    }

    mutating func owner(of name: String, kind: EntityKind) throws -> Entity? {
        let rows = try readAfterWrites(PostgresPushQuery.nameOwner) { [account] parameters in
            parameters.append(uuid: account)
            parameters.append(int4: Int32(kind.rawValue))
            parameters.append(byteaOf: name)
        }
        return try rows.first.map { try PostgresEntityRow.read($0) }
    }

    mutating func children(of type: EntityID, limit: Int?) throws -> [StoredEntity] {
        let rows = try readAfterWrites(PostgresPushQuery.children) { [account] parameters in
            parameters.append(uuid: account)
            parameters.append(uuid: type)
            parameters.append(int8: limit.map { Int64($0) })
        }
        return try read(rows)
    }

    mutating func eventCount(of type: EntityID, upTo limit: Int) throws -> Int {
        let rows = try readAfterWrites(PostgresPushQuery.eventCount) { [account] parameters in
            parameters.append(uuid: account)
            parameters.append(uuid: type)
            parameters.append(int8: Int64(limit))
        }
        return try rows.first.map { Int(try $0.int(0)) } ?? 0
    }

    mutating func write(_ entity: Entity, _ keys: EntityKeys) throws {
        guard entity.kind == .event, stored.insert(entity.id).inserted else {
            newEvents.removeAll { $0.entity.id == entity.id }
            entities[entity.id] = (entity, keys)
            return
        }
        if let copy { return try append((entity, keys), to: copy) }
        newEvents.append((entity, keys))
        guard newEvents.count == Self.fewestCopied else { return }
        let copy = try transaction.copy(into: "entity", columns: PostgresPushQuery.columns)
        self.copy = copy
        for event in newEvents { try append(event, to: copy) }
        newEvents.removeAll()
    }

    mutating func write(_ record: IdempotencyRecord, of mutation: EntityID) {
        records.append((mutation, record))
    }

    mutating func finish(_ counters: AccountCounters?) throws {
        var batch = try takeWrites()
        if let counters {
            batch.add(PostgresPushQuery.updateCounters) {
                $0.append(uuid: account)
                $0.append(int8: counters.sequence)
                for count in counters.counts { $0.append(int8: count) }
                $0.append(int8: counters.contentBytes)
            }
        }
        try transaction.commit(batch)
    }

    /// Reads rows of entities, whose content may not have been selected, and of the content's size.
    private mutating func read(_ rows: PostgresResult) throws -> [StoredEntity] {
        try rows.map { row in
            let entity = try PostgresEntityRow.read(row)
            stored.insert(entity.id)
            return StoredEntity(
                entity,
                contentBytes: Int(try row.int(7)),
                hasContent: !row.isNull(6)
            )
        }
    }

    private mutating func readAfterWrites(
        _ statement: PostgresStatement,
        _ fill: (inout PostgresParameters) -> Void
    ) throws -> PostgresResult {
        var batch = try takeWrites()
        let index = batch.add(statement, fill)
        return try transaction.roundTrip(batch)[index]
    }

    private mutating func finishCopy() throws {
        try copy?.finish()
        copy = nil
    }

    /// The statements of the writes that were kept.
    private mutating func takeWrites() throws -> PostgresBatch {
        try finishCopy()
        var batch = PostgresBatch()
        // By version, so that the order does not depend on a hash.
        let written = (newEvents + entities.values).sorted {
            $0.entity.version < $1.entity.version
        }
        let named = written.filter { $0.entity.kind != .event }
        if !named.isEmpty {
            batch.add(PostgresPushQuery.clearNames) {
                $0.append(uuid: account)
                $0.appendArray(of: .uuid, named) { $0.append(uuid: $1.entity.id) }
            }
        }
        if !written.isEmpty {
            batch.add(PostgresPushQuery.upsert, parameters(of: written))
        }
        if !records.isEmpty {
            batch.add(PostgresPushQuery.insertRecords) {
                $0.append(uuid: account)
                $0.append(int8: now.milliseconds)
                $0.appendArray(of: .uuid, records) { $0.append(uuid: $1.mutation) }
                $0.appendArray(of: .int8, records) { $0.append(int8: $1.record.version) }
                $0.appendArray(of: .bytea, records) { $0.append(bytea: $1.record.requestHash) }
            }
        }
        entities.removeAll(keepingCapacity: true)
        newEvents.removeAll(keepingCapacity: true)
        records.removeAll(keepingCapacity: true)
        return batch
    }

    private func append(_ event: WrittenEntity, to copy: PostgresCopy) throws {
        try copy.append { row in
            row.append(uuid: account)
            row.append(uuid: event.entity.id)
            row.append(int4: Int32(event.entity.kind.rawValue))
            row.append(int8: event.entity.version)
            row.append(int8: event.entity.createdAt.milliseconds)
            row.append(int8: event.entity.updatedAt.milliseconds)
            row.append(int8: event.entity.deletedAt?.milliseconds)
            row.append(uuid: event.keys.eventTypeID)
            row.append(int8: event.keys.timestamp?.milliseconds)
            row.append(byteaOf: event.keys.uniqueName)
            row.append(byteaOf: event.keys.sourceType)
            event.entity.content.utf8.withUnsafeBytes { row.append(bytea: $0) }
        }
    }

    private func parameters(of written: [WrittenEntity]) -> PostgresParameters {
        let content = written.reduce(0) { $0 + $1.entity.content.utf8.count }
        var parameters = PostgresParameters(reservingBytes: content + 200 * written.count + 512)
        parameters.append(uuid: account)
        parameters.appendArray(of: .uuid, written) { $0.append(uuid: $1.entity.id) }
        parameters.appendArray(of: .int4, written) {
            $0.append(int4: Int32($1.entity.kind.rawValue))
        }
        parameters.appendArray(of: .int8, written) { $0.append(int8: $1.entity.version) }
        parameters.appendArray(of: .int8, written) {
            $0.append(int8: $1.entity.createdAt.milliseconds)
        }
        parameters.appendArray(of: .int8, written) {
            $0.append(int8: $1.entity.updatedAt.milliseconds)
        }
        parameters.appendArray(of: .int8, written) {
            $0.append(int8: $1.entity.deletedAt?.milliseconds)
        }
        parameters.appendArray(of: .uuid, written) { $0.append(uuid: $1.keys.eventTypeID) }
        parameters.appendArray(of: .int8, written) {
            $0.append(int8: $1.keys.timestamp?.milliseconds)
        }
        parameters.appendArray(of: .bytea, written) { $0.append(byteaOf: $1.keys.uniqueName) }
        parameters.appendArray(of: .bytea, written) { $0.append(byteaOf: $1.keys.sourceType) }
        parameters.appendArray(of: .bytea, written) { encoder, item in
            item.entity.content.utf8.withUnsafeBytes { encoder.append(bytea: $0) }
        }
        return parameters
    }
}
