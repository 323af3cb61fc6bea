import GRDB
import TrendyModel

extension DeviceStore {
    /// Events that are read at once from the database that is taken over.
    private static let adoptedPage = 5_000

    /// Takes over what was recorded in a database of nobody, each entity with a mutation of its
    /// own; a type, definition or geofence whose name is here already becomes the one that is here.
    ///
    /// What is here under the same id stays as it is, so that an adoption that was cut off can
    /// simply be done again. The other database is left as it is.
    ///
    /// - Throws: ``StoreError``, or `CancellationError` between two pages; those stored until then
    ///   stay.
    /// - Returns: how many entities are new here.
    @discardableResult
    public func adopt(_ other: DeviceStore) async throws -> Int {
        var others: [EntityID: EntityID] = [:]
        var adopted = 0
        for kind in EntityKind.allCases where kind != .event {
            try Task.checkCancellation()
            try adopt(try await other.entities(kind: kind), &others, &adopted)
        }
        var filter = EventFilter(limit: Self.adoptedPage)
        while true {
            try Task.checkCancellation()
            let events = try await other.events(filter)
            try adopt(events, &others, &adopted)
            guard let last = events.last, events.count == Self.adoptedPage else { return adopted }
            let keys = EntityKeys(kind: .event, content: last.content)
            filter.before = (keys.timestamp ?? Instant(milliseconds: .min), last.id)
        }
    }

    /// - `others`: the ids of those that are here, by the ids they have over there.
    private func adopt(
        _ entities: [Entity],
        _ others: inout [EntityID: EntityID],
        _ adopted: inout Int
    ) throws {
        var known = others
        var count = 0
        try write { writer in
            for entity in entities {
                let document = try entity.document().referring(to: known, as: entity.kind)
                let keys = EntityKeys(kind: entity.kind, document: document)
                if let name = keys.uniqueName,
                    let namesake = try EntityRow.fetchLive(writer.db, entity.kind, named: name)
                {
                    known[entity.id] = namesake.entity.id
                    continue
                }
                guard try EntityRow.fetch(writer.db, id: entity.id) == nil else { continue }
                var writer = writer
                // What capture found can wait; what a person wrote goes first.
                writer.isBackfill = keys.sourceType == SourceType.healthKit.rawValue
                try writer.create(kind: entity.kind, id: entity.id, content: document.json)
                count += 1
            }
        }
        others = known
        adopted += count
    }
}

extension Document {
    /// The fields of an entity, with other entities in the place of those it refers to.
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
