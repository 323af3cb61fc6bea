import GRDB
package import TrendyModel
import TrendySQLite
import TrendyWire

extension SQLiteStore {
    package func push(
        account: EntityID,
        commands: [PushCommand],
        now: Instant
    ) throws -> PushOutcome {
        let outcome = try queue.writing { db in
            var push = try PushTransaction(db, account: account, commands: commands, now: now)
            let results = try push.apply(commands)
            try push.finish()
            return PushOutcome(
                results: results,
                versionBefore: push.sequenceBefore,
                versionAfter: push.row.sequence,
                hasOthers: push.hasOthers
            )
        }
        if outcome.versionAfter > outcome.versionBefore { notices.changed(account) }
        return outcome
    }
}

/// One push, inside its transaction.
///
/// There is no savepoint around each mutation, since none is needed: what can refuse one is decided
/// before anything of it is written, and a failure of writing is a failure of the disk, which ends
/// the whole push.
struct PushTransaction {
    private let db: Database
    private let account: EntityID
    private let now: Instant
    private(set) var row: AccountRow
    let sequenceBefore: Int64
    /// Whether entities were written that no command names.
    private(set) var hasOthers = false
    private var entities: PushEntities
    private var knowableVersions: [EntityID: Int64] = [:]
    private var receipts: [EntityID: Receipt]
    private let writeEntity: PreparedStatement
    private let writeReceipt: PreparedStatement

    init(_ db: Database, account: EntityID, commands: [PushCommand], now: Instant) throws {
        self.db = db
        self.account = account
        self.now = now
        row = try AccountRow.read(db, account)
        sequenceBefore = row.sequence
        try Receipt.forgetOld(db, account: account, now: now)
        receipts = try Receipt.fetch(db, account: account, ids: commands.map(\.mutation.id))
        entities = try PushEntities(db, account: account, commands: commands)
        writeEntity = try PreparedStatement(db, Self.upsert)
        writeReceipt = try PreparedStatement(db, Receipt.insert)
    }

    /// Applies commands, as long as the answer can take what came of them.
    mutating func apply(_ commands: [PushCommand]) throws -> [PushResult] {
        var results: [PushResult] = []
        results.reserveCapacity(commands.count)
        var bytes = 0
        for command in commands {
            guard bytes < WireLimit.pushAnswerBytes else { break }
            let result = try apply(command)
            bytes += result.answerBytes
            results.append(result)
        }
        return results
    }

    /// Applies one command and writes what came of it.
    ///
    /// The entity is told beside when its times are not those of the mutation.
    private mutating func apply(_ command: PushCommand) throws -> PushResult {
        var result = try judge(command)
        let mutation = command.mutation
        if result.status == .applied || result.status == .duplicate,
            let head = entities.head(of: mutation.entityID), head.version == result.version,
            head.updatedAt != mutation.editedAt
                || (mutation.operation == .create && head.createdAt != mutation.editedAt)
        {
            result.entity = try entities.entity(mutation.entityID)
        }
        return result
    }

    private mutating func judge(_ command: PushCommand) throws -> PushResult {
        let mutation = command.mutation
        if let receipt = receipts[mutation.id] {
            return receipt.result(of: mutation.id, hash: command.requestHash)
        }
        let current = try entities.entity(mutation.entityID)
        let judge = MutationJudge(
            mutation: mutation,
            scan: command.scan,
            current: current,
            knowableVersion: knowableVersions[mutation.entityID] ?? current?.version ?? 0,
            now: now
        )
        let verdict = judge.verdict { id in
            guard let head = entities.head(of: id) else { return (nil, nil) }
            return head.deletedAt == nil ? (head.kind, nil) : (nil, head.kind)
        }
        switch verdict {
        case .refused(let result):
            return result
        case .unchanged(let version):
            return try accept(command, version: version)
        case .known(let version):
            var result = try accept(command, version: version)
            result.status = .duplicate
            return result
        case .write(let entity, let keys):
            if let refusal = try nameTaken(keys, by: mutation) { return refusal }
            if mutation.operation == .delete, mutation.kind == .eventType,
                let refusal = try deleteChildren(of: entity, command)
            {
                return refusal
            }
            return try accept(command, version: try write(entity, keys, over: current))
        }
    }

    /// Writes the account's numbers; the last thing before the commit.
    func finish() throws {
        guard row.sequence != sequenceBefore else { return }
        try row.write(db, account)
    }

    private mutating func accept(_ command: PushCommand, version: Int64?) throws -> PushResult {
        let id = command.mutation.id
        writeReceipt.bind(1, account)
        writeReceipt.bind(2, id)
        writeReceipt.bind(3, version)
        writeReceipt.bind(4, bytes: command.requestHash)
        writeReceipt.bind(5, now)
        try writeReceipt.run()
        receipts[id] = Receipt(version: version, requestHash: command.requestHash)
        return PushResult(id: id, status: .applied, version: version)
    }

    /// Writes an entity under the next number, which is returned.
    ///
    /// - `before`: what it was, with or without its content.
    private mutating func write(
        _ entity: Entity,
        _ keys: EntityKeys,
        over before: Entity?
    ) throws -> Int64 {
        if knowableVersions[entity.id] == nil {
            knowableVersions[entity.id] = before?.version ?? 0
        }
        row.sequence += 1
        row.counts[entity.kind.rawValue - 1] +=
            (entity.deletedAt == nil ? 1 : 0) - (before != nil && before?.deletedAt == nil ? 1 : 0)
        var entity = entity
        entity.version = row.sequence
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
        entities.keep(entity)
        return entity.version
    }

    /// Asked only for kinds that are few; events have no unique name.
    private func nameTaken(_ keys: EntityKeys, by mutation: PushMutation) throws -> PushResult? {
        guard let name = keys.uniqueName else { return nil }
        let statement = try PreparedStatement(db, ServerQuery.nameOwner)
        statement.bind(1, account)
        statement.bind(2, Int64(mutation.kind.rawValue))
        statement.bind(3, name)
        guard let other = try statement.firstRow({ try EntityRow.read($0) }),
            other.id != mutation.entityID
        else { return nil }
        let field = mutation.kind == .propertyDefinition ? "key" : "name"
        return PushResult(
            id: mutation.id,
            status: .rejected,
            entity: other,
            problem: Problem(
                .conflict,
                detail: "The \(field) is taken by \(other.id).",
                errors: [
                    FieldError(code: "taken", field: field, message: "is taken by \(other.id)")
                ]
            )
        )
    }

    /// Deletes what belongs to a type, each as a change of its own; refuses when there are events
    /// and the command does not say that they go too.
    private mutating func deleteChildren(
        of type: Entity,
        _ command: PushCommand
    ) throws -> PushResult? {
        let statement = try PreparedStatement(db, ServerQuery.children)
        statement.bind(1, account)
        statement.bind(2, type.id)
        var children: [Entity] = []
        try statement.forEachRow { children.append(try EntityRow.read($0, withContent: false)) }
        let events = children.count { $0.kind == .event }
        guard events == 0 || command.cascades else {
            return PushResult(
                id: command.mutation.id,
                status: .rejected,
                problem: Problem(
                    .conflict,
                    detail: "The type has \(events) event\(events == 1 ? "" : "s"). "
                        + "Delete them first, or ask for cascade=true."
                )
            )
        }
        for child in children {
            hasOthers = true
            let tombstone = Entity(
                kind: child.kind,
                id: child.id,
                createdAt: child.createdAt,
                updatedAt: type.updatedAt,
                deletedAt: type.deletedAt,
                content: Entity.emptyContent
            )
            let keys = EntityKeys(kind: child.kind, document: Document())
            _ = try write(tombstone, keys, over: child)
        }
        return nil
    }

    static let upsert = """
        INSERT INTO entity (account, id, kind, version, created_at, updated_at, deleted_at,
            event_type_id, timestamp, unique_name, source_type, content)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (account, id) DO UPDATE SET
            kind = excluded.kind, version = excluded.version, created_at = excluded.created_at,
            updated_at = excluded.updated_at, deleted_at = excluded.deleted_at,
            event_type_id = excluded.event_type_id, timestamp = excluded.timestamp,
            unique_name = excluded.unique_name, source_type = excluded.source_type,
            content = excluded.content
        """
}
