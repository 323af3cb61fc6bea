import TrendyModel
import TrendyWire

/// One push within its transaction.
///
/// No savepoint is necessary for each mutation: all refusals are decided before the first write of
/// a mutation, and a failed write is a disk failure, which ends the whole push.
struct PushTransaction<Database: PushDatabase> {
    var database: Database
    private let now: Instant
    let quota: AccountQuota
    var counters: AccountCounters
    let sequenceBefore: Int64
    /// Whether the push wrote entities that no command names.
    var hasOthers = false
    /// Bytes of content that were read and written so far.
    var contentBytes = 0
    var entities: PushEntities
    var knowableVersions: [EntityID: Int64] = [:]
    private(set) var idempotencyRecords: [EntityID: IdempotencyRecord]

    /// Starts the push.
    ///
    /// Throws `Problem` of the code `cursorExpired` when the account has another epoch than the
    /// expected one: there the same version numbers mean other changes.
    init(
        _ database: Database,
        account: EntityID,
        commands: [PushCommand],
        expectedEpoch: String?,
        quota: AccountQuota,
        now: Instant
    ) throws {
        self.database = database
        self.quota = quota
        self.now = now
        let start = try self.database.start(
            PushStartRequest(
                account: account,
                mutations: commands.map(\.mutation.id),
                entities: PushEntities.ids(in: commands),
                maximumContentBytes: PushEntities.cachedContentBytes,
                now: now
            )
        )
        guard expectedEpoch == nil || expectedEpoch == start.counters.epoch else {
            throw Problem.cursorExpired
        }
        counters = start.counters
        sequenceBefore = start.counters.sequence
        idempotencyRecords = start.records
        entities = PushEntities(start.entities, reserving: commands.count)
        idempotencyRecords.reserveCapacity(start.records.count + commands.count)
        knowableVersions.reserveCapacity(commands.count)
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
            result.entity = try entities.entity(mutation.entityID, in: &database)
        }
        return result
    }

    private mutating func evaluate(_ command: PushCommand) throws -> PushResult {
        let mutation = command.mutation
        if let record = idempotencyRecords[mutation.id] {
            return record.result(of: mutation.id, hash: command.requestHash)
        }
        let current = try entities.entity(mutation.entityID, in: &database)
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
            return try accept(
                command,
                version: try write(entity, keys, over: current.map { StoredEntity($0) })
            )
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
    mutating func finish() throws {
        try database.finish(counters.sequence != sequenceBefore ? counters : nil)
    }

    private mutating func accept(_ command: PushCommand, version: Int64?) throws -> PushResult {
        let id = command.mutation.id
        let record = IdempotencyRecord(version: version, requestHash: command.requestHash)
        try database.write(record, of: id)
        idempotencyRecords[id] = record
        return PushResult(id: id, status: .applied, version: version)
    }

    /// Writes an entity under the next version and returns the version.
    ///
    /// - `before`: the previous entity, with or without its content.
    mutating func write(
        _ entity: Entity,
        _ keys: EntityKeys,
        over before: StoredEntity?
    ) throws -> Int64 {
        if knowableVersions[entity.id] == nil {
            knowableVersions[entity.id] = before?.entity.version ?? 0
        }
        let wasLive = before.map { $0.entity.deletedAt == nil } ?? false
        let isLive = entity.deletedAt == nil
        let bytes = entity.content.utf8.count
        counters.sequence += 1
        counters.contentBytes += Int64(isLive ? bytes : 0)
        counters.contentBytes -= Int64(wasLive ? before?.contentBytes ?? 0 : 0)
        counters.counts[entity.kind.rawValue - 1] += (isLive ? 1 : 0) - (wasLive ? 1 : 0)
        contentBytes += bytes
        var entity = entity
        entity.version = counters.sequence
        try database.write(entity, keys)
        entities.cache(entity)
        return entity.version
    }
}
