import GRDB
import TrendyModel

extension DeviceStore {
    /// The number of events in a page of the other database.
    private static let mergePageSize = 5_000

    /// Copies the entities of the database without an account into this one, each with a mutation.
    ///
    /// A type, definition or geofence whose name exists here becomes the existing one. An entity
    /// whose id exists here stays as it is, so an interrupted merge can be repeated. The other
    /// database is not changed.
    ///
    /// - Returns: the number of entities that are new here.
    /// - Throws: ``StoreError``, or `CancellationError` between two pages; earlier pages stay
    ///   stored.
    @discardableResult
    package func mergeLocalData(from other: DeviceStore) async throws -> Int {
        var knownIDs: [EntityID: EntityID] = [:]
        var merged = 0
        for kind in EntityKind.allCases where kind != .event {
            try Task.checkCancellation()
            let entities = try await other.read { try $0.entities.fetchAll(kind: kind) }
            merged += try merge(entities, &knownIDs)
        }
        for try await page in other.eventPages(EventFilter(limit: Self.mergePageSize)) {
            merged += try merge(page, &knownIDs)
        }
        return merged
    }

    private func merge(
        _ entities: [Entity],
        _ knownIDs: inout [EntityID: EntityID]
    ) throws -> Int {
        let (count, ids) = try write { [knownIDs] in
            try $0.entities.merge(entities, knownIDs: knownIDs)
        }
        knownIDs = ids
        return count
    }
}

extension EntityRecords {
    /// Copies one page of entities.
    ///
    /// - `knownIDs`: the ids of the existing entities by the ids in the other database.
    fileprivate func merge(
        _ entities: [Entity],
        knownIDs: [EntityID: EntityID]
    ) throws -> (count: Int, knownIDs: [EntityID: EntityID]) {
        var knownIDs = knownIDs
        var count = 0
        var writer = self.writer()
        for entity in entities {
            let document = try entity.document().referring(to: knownIDs, as: entity.kind)
            let keys = EntityKeys(kind: entity.kind, document: document)
            if let name = keys.uniqueName,
                let namesake = try EntityRow.fetchLive(db, entity.kind, named: name)
            {
                knownIDs[entity.id] = namesake.entity.id
                continue
            }
            guard try EntityRow.fetch(db, id: entity.id) == nil else { continue }
            // Captured entities are sent after those that a person recorded.
            writer.isBackfill = keys.sourceType == SourceType.healthKit.rawValue
            try writer.create(kind: entity.kind, id: entity.id, content: document.json)
            count += 1
        }
        return (count, knownIDs)
    }
}

extension Document {
    /// The fields of an entity with the ids of its references replaced.
    fileprivate func referring(to others: [EntityID: EntityID], as kind: EntityKind) -> Document {
        var document = self
        for name in EntityKeys.referringFields(of: kind).map(\.field) {
            if let id = document[name]?.id, let other = others[id] {
                document[name] = RawJSON(other)
            }
        }
        return document
    }
}
