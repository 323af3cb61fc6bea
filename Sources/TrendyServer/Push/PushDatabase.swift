package import TrendyModel
import TrendyWire

/// The database of one push, within one transaction of its account.
///
/// ``PushTransaction`` decides what to write; an implementation only reads and writes. It runs the
/// calls on a thread that may block: first ``start(_:)``, then reads and writes in any order, last
/// ``finish(_:)``. The caller commits after it, and rolls back after an error of any call.
///
/// An implementation may keep writes in memory and send them together: each read says which earlier
/// writes it has to see, and all writes are sent by the end of ``finish(_:)``. Of several writes of
/// one entity the last one counts. A unique name that an entity gives up is free for the next write,
/// also when both are sent together.
package protocol PushDatabase {
    /// Locks the account until the end of the transaction, deletes some expired idempotency
    /// records, and reads what the push begins with.
    ///
    /// The lock comes first, so that the reads see everything that earlier pushes of the account
    /// committed. It is called before all writes.
    ///
    /// - Throws: ``ServerError`` of the code `unknownAccount` for an unknown account and one in
    ///   deletion.
    mutating func start(_ request: PushStartRequest) throws -> PushStart

    /// An entity with its content; must see all earlier writes of this entity.
    ///
    /// It is called only for entities with more content than
    /// ``PushStartRequest/maximumContentBytes``, at most twice for each command.
    mutating func entity(_ id: EntityID) throws -> Entity?

    /// The entity of a kind with a unique name; must see all earlier writes.
    ///
    /// It is called for kinds with few entities, never for events.
    mutating func owner(of name: String, kind: EntityKind) throws -> Entity?

    /// The first children of a type, with or without their content: events newest first, then
    /// definitions; must see all earlier writes.
    ///
    /// - `limit`: the maximum number of children; `nil` for all.
    mutating func children(of type: EntityID, limit: Int?) throws -> [StoredEntity]

    /// The number of events of a type, counted up to `limit`; must see all earlier writes.
    mutating func eventCount(of type: EntityID, upTo limit: Int) throws -> Int

    /// Inserts or replaces an entity, with its version.
    mutating func write(_ entity: Entity, _ keys: EntityKeys) throws

    /// Inserts the record of a mutation; the push has not found one in ``PushStart/records``.
    mutating func write(_ record: IdempotencyRecord, of mutation: EntityID) throws

    /// Writes the account's counters, and all writes that were kept.
    ///
    /// - `counters`: the counters after the push; `nil` when they have not changed.
    mutating func finish(_ counters: AccountCounters?) throws
}

/// What a push reads first.
package struct PushStartRequest: Sendable {
    /// The account.
    package var account: EntityID
    /// The ids of the mutations, whose idempotency records are read; may repeat.
    package var mutations: [EntityID]
    /// The entities that the mutations change or name as parents; may repeat.
    package var entities: [EntityID]
    /// The maximum size of the content that is read with an entity, in bytes.
    package var maximumContentBytes: Int
    /// The server's time, also of the new idempotency records.
    package var now: Instant

    /// The instant before which idempotency records are expired.
    package var expiry: Instant { now - IdempotencyRecord.lifetime }
    /// The maximum number of expired records to delete: more than one push adds.
    package static let maximumDeletedRecords = 2 * WireLimit.pushMutations
    /// The first id of version 7 that is not expired.
    ///
    /// Ids of version 7 start with their time, and keys that are not ids of version 7 sort before
    /// all of them (``IdempotencyKey``): the range of smaller keys contains all expired records.
    package var expiryKey: EntityID {
        EntityID(high: UInt64(max(0, expiry.milliseconds)) << 16, low: 0)
    }
}

/// What a push begins with.
package struct PushStart: Sendable {
    /// The account's counters.
    package var counters: AccountCounters
    /// The idempotency records of the mutations by the mutations' ids.
    package var records: [EntityID: IdempotencyRecord]
    /// The stored entities, tombstones included.
    package var entities: [StoredEntity]

    /// Creates a value from its parts.
    package init(
        counters: AccountCounters,
        records: [EntityID: IdempotencyRecord],
        entities: [StoredEntity]
    ) {
        self.counters = counters
        self.records = records
        self.entities = entities
    }
}

/// An entity of a database, which may have been read without its content.
package struct StoredEntity: Sendable {
    /// The entity; its content is empty when ``hasContent`` is false.
    package var entity: Entity
    /// The size of the stored content, in bytes.
    package var contentBytes: Int
    /// Whether the content was read.
    package var hasContent: Bool

    /// Creates a value for an entity that was read with its content.
    package init(_ entity: Entity) {
        self.init(entity, contentBytes: entity.content.utf8.count, hasContent: true)
    }

    /// Creates a value from its parts.
    package init(_ entity: Entity, contentBytes: Int, hasContent: Bool) {
        self.entity = entity
        self.contentBytes = contentBytes
        self.hasContent = hasContent
    }
}
