import GRDB
package import TrendyModel
import TrendySQLite
import TrendyWire

extension SQLiteStore {
    package nonisolated func push(
        account: EntityID,
        commands: [PushCommand],
        now: Instant
    ) async throws -> PushOutcome {
        var versionBefore: Int64?
        while true {
            let step = try await writes.run(for: account) {
                try await pushStep(account: account, commands: commands, now: now)
            }
            if step.versionAfter > step.versionBefore { changeBroadcaster.changed(account) }
            let first = versionBefore ?? step.versionBefore
            guard let results = step.results else {
                versionBefore = first
                try await finishedStep(of: account)
                continue
            }
            return PushOutcome(
                results: results,
                versionBefore: first,
                versionAfter: step.versionAfter,
                hasOthers: step.hasOthers || versionBefore != nil
            )
        }
    }

    /// The result of one transaction of a push.
    private struct PushStep {
        /// The results; `nil` when the transaction deleted only children of a type.
        var results: [PushResult]?
        var versionBefore: Int64
        var versionAfter: Int64
        var hasOthers: Bool
    }

    /// Applies commands, or deletes a part of the children of a type that a command deletes.
    ///
    /// The type and the idempotency record are written last: after a crash in between, a repetition
    /// of the command deletes the rest.
    private func pushStep(
        account: EntityID,
        commands: [PushCommand],
        now: Instant
    ) throws -> PushStep {
        let rows = limits.cascadeRows
        let contentBytes = limits.pushContentBytes
        let quota = quota
        return try queue.writing { db in
            var push = try PushTransaction(
                db,
                account: account,
                commands: commands,
                quota: quota,
                now: now
            )
            var results: [PushResult]?
            let isPart =
                try commands.first.map { try push.deleteChildrenAhead(of: $0, atMost: rows) }
                ?? false
            if !isPart {
                results = try push.apply(
                    commands,
                    maximumContentBytes: contentBytes,
                    maximumChildren: rows
                )
            }
            try push.finish()
            return PushStep(
                results: results,
                versionBefore: push.sequenceBefore,
                versionAfter: push.row.sequence,
                hasOthers: push.hasOthers
            )
        }
    }
}

/// One push within its transaction.
///
/// No savepoint is necessary for each mutation: all refusals are decided before the first write of
/// a mutation, and a failed write is a disk failure, which ends the whole push.
struct PushTransaction {
    let db: Database
    let account: EntityID
    private let now: Instant
    private let quota: AccountQuota
    private(set) var row: AccountRow
    let sequenceBefore: Int64
    /// Whether the push wrote entities that no command names.
    var hasOthers = false
    /// Bytes of content that were read and written so far.
    private var contentBytes = 0
    private(set) var entities: PushEntities
    private var knowableVersions: [EntityID: Int64] = [:]
    private(set) var idempotencyRecords: [EntityID: IdempotencyRecord]
    private let writeEntity: PreparedStatement
    private let writeRecord: PreparedStatement

    init(
        _ db: Database,
        account: EntityID,
        commands: [PushCommand],
        quota: AccountQuota,
        now: Instant
    ) throws {
        self.db = db
        self.account = account
        self.quota = quota
        self.now = now
        row = try AccountRow.read(db, account)
        sequenceBefore = row.sequence
        try IdempotencyRecord.deleteExpired(db, account: account, now: now)
        idempotencyRecords = try IdempotencyRecord.fetch(
            db,
            account: account,
            ids: commands.map(\.mutation.id)
        )
        entities = try PushEntities(db, account: account, commands: commands)
        writeEntity = try PreparedStatement(db, Self.upsert)
        writeRecord = try PreparedStatement(db, IdempotencyRecord.insert)
    }

    /// Applies commands while the answer has space for their results and the transaction stays
    /// short; the client sends the rest again.
    ///
    /// - `maximumContentBytes`: the limit of content that is read and written, because a few bytes
    ///   can change a large entity.
    /// - `maximumChildren`: the maximum number of children of a deleted type; a type with more must
    ///   be the first command.
    mutating func apply(
        _ commands: [PushCommand],
        maximumContentBytes: Int,
        maximumChildren: Int
    ) throws -> [PushResult] {
        var results: [PushResult] = []
        results.reserveCapacity(commands.count)
        var bytes = 0
        for command in commands {
            guard bytes < WireLimit.pushAnswerBytes, contentBytes < maximumContentBytes else {
                break
            }
            if !results.isEmpty, try excessChildren(of: command, maximumChildren) != nil { break }
            let result = try apply(command)
            bytes += result.answerBytes
            results.append(result)
        }
        return results
    }

    /// Applies one command and writes its result.
    ///
    /// The result contains the entity when its times differ from those of the mutation.
    private mutating func apply(_ command: PushCommand) throws -> PushResult {
        var result = try evaluate(command)
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

    private mutating func evaluate(_ command: PushCommand) throws -> PushResult {
        let mutation = command.mutation
        if let record = idempotencyRecords[mutation.id] {
            return record.result(of: mutation.id, hash: command.requestHash)
        }
        let current = try entities.entity(mutation.entityID)
        contentBytes += current?.content.utf8.count ?? 0
        switch verdict(on: command, current) {
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
            if let refusal = quotaExceeded(by: entity, over: current, mutation) { return refusal }
            if mutation.operation == .delete, mutation.kind == .eventType,
                let refusal = try deleteChildren(of: entity, command)
            {
                return refusal
            }
            return try accept(command, version: try write(entity, keys, over: current))
        }
    }

    func verdict(on command: PushCommand, _ current: Entity?) -> MutationVerdict {
        let mutation = command.mutation
        let validator = MutationValidator(
            mutation: mutation,
            scan: command.scan,
            current: current,
            knowableVersion: knowableVersions[mutation.entityID] ?? current?.version ?? 0,
            now: now
        )
        return validator.verdict { id in
            guard let head = entities.head(of: id) else { return (nil, nil) }
            return head.deletedAt == nil ? (head.kind, nil) : (nil, head.kind)
        }
    }

    /// Writes the account's counters, last before the commit.
    func finish() throws {
        guard row.sequence != sequenceBefore else { return }
        try row.write(db, account)
    }

    private mutating func accept(_ command: PushCommand, version: Int64?) throws -> PushResult {
        let id = command.mutation.id
        writeRecord.bind(1, account)
        writeRecord.bind(2, id)
        writeRecord.bind(3, version)
        writeRecord.bind(4, bytes: command.requestHash)
        writeRecord.bind(5, now)
        try writeRecord.run()
        idempotencyRecords[id] = IdempotencyRecord(
            version: version,
            requestHash: command.requestHash
        )
        return PushResult(id: id, status: .applied, version: version)
    }

    /// Writes an entity under the next version and returns the version.
    ///
    /// - `before`: the previous entity, with or without its content.
    mutating func write(
        _ entity: Entity,
        _ keys: EntityKeys,
        over before: Entity?
    ) throws -> Int64 {
        if knowableVersions[entity.id] == nil {
            knowableVersions[entity.id] = before?.version ?? 0
        }
        row.sequence += 1
        row.contentBytes += Int64(entity.deletedAt == nil ? entity.content.utf8.count : 0)
        if let before, before.deletedAt == nil {
            row.contentBytes -= try storedContentBytes(of: before.id)
        }
        contentBytes += entity.content.utf8.count
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
        entities.cache(entity)
        return entity.version
    }

    private func storedContentBytes(of id: EntityID) throws -> Int64 {
        let statement = try PreparedStatement(db, ServerQuery.contentBytes)
        statement.bind(1, account)
        statement.bind(2, id)
        return try statement.firstRow { $0.int(0) } ?? 0
    }

    /// The refusal of an entity that exceeds the quota; deletions and changes that make an entity
    /// smaller always fit.
    private func quotaExceeded(
        by entity: Entity,
        over current: Entity?,
        _ mutation: PushMutation
    ) -> PushResult? {
        guard entity.deletedAt == nil else { return nil }
        let before = current.flatMap { $0.deletedAt == nil ? $0 : nil }
        let growth = Int64(entity.content.utf8.count - (before?.content.utf8.count ?? 0))
        let detail: String
        if before == nil, row.counts.reduce(0, +) >= quota.entities {
            detail = "The account has reached its quota of \(quota.entities) entities."
        } else if growth > 0, row.contentBytes + growth > quota.bytes {
            detail = "The account has reached its quota of \(quota.bytes) bytes."
        } else {
            return nil
        }
        return PushResult(
            id: mutation.id,
            status: .rejected,
            problem: Problem(.quotaExceeded, detail: detail)
        )
    }

    /// Runs only for kinds with few entities; events have no unique name.
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
