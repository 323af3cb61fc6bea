import Foundation
import Synchronization
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyExport

/// Random numbers from a seed.
private final class Seeded: RandomSource {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) { state = Mutex(seed) }

    func next() -> UInt64 {
        state.withLock { state in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}

/// A clock that stands.
private struct StandingClock: WallClock {
    func now() -> Instant { ExportSample.start }
}

@Suite("Exporting a store and importing it into another")
final class StoreRoundTripTests: Sendable {
    private let directory = FileManager.default.temporaryDirectory.path + "/export-\(UUID())"
    private let source: DeviceStore
    private let target: DeviceStore

    init() throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        source = try Self.store(directory + "/a.sqlite", seed: 1)
        target = try Self.store(directory + "/b.sqlite", seed: 2)
    }

    deinit {
        // The system removes temporary directories that cannot be removed here.
        try? FileManager.default.removeItem(atPath: directory)
    }

    private static func store(_ path: String, seed: UInt64) throws -> DeviceStore {
        let random = Seeded(seed)
        let clock = StandingClock()
        return try DeviceStore(
            path: path,
            dependencies: Dependencies(
                wallClock: clock,
                random: random,
                ids: UUIDv7Source(clock: clock, random: random),
                clock: ContinuousClock()
            )
        )
    }

    /// Records a type, a definition, a place and events.
    private func fill(events: Int = 5) async throws {
        try await source.write { transaction in
            let records = transaction.entities
            let type = try records.create(EventType(name: "Coffee"))
            try records.create(
                PropertyDefinition(
                    eventTypeID: type,
                    key: "cups",
                    label: "Cups",
                    propertyType: .number
                )
            )
            let place = try records.create(
                Geofence(name: "Home", latitude: 48, longitude: 2, radiusMeters: 200)
            )
            for number in 0..<events {
                var event = Event(
                    eventTypeID: type,
                    timestamp: ExportSample.start + .seconds(number / 2),
                    sourceType: .manual
                )
                event.notes = "note \(number) \"quoted\"\n😀"
                if number.isMultiple(of: 2) {
                    event.geofenceID = place
                    event.locationLatitude = 48
                    event.locationLongitude = 2
                }
                try records.create(event)
            }
        }
    }

    /// All pages of a store.
    private func pages(_ store: DeviceStore) async throws -> [PackedEvents] {
        var pages: [PackedEvents] = []
        var position: (timestamp: Instant, id: EntityID)?
        repeat {
            let page = try await store.read { [position] in
                try $0.entities.exportPage(EventFilter(), after: position)
            }
            pages.append(page.events)
            position = page.next
        } while position != nil
        return pages
    }

    private func export(withTypes: Bool) async throws -> [UInt8] {
        var export = EventExport(.ndjson, names: ExportNames())
        var names = ExportNames()
        var definitions: [Entity] = []
        for kind in [EntityKind.eventType, .propertyDefinition, .geofence] {
            definitions += try await source.read { try $0.entities.fetchAll(kind: kind) }
        }
        for entity in definitions { names.add(entity) }
        export = EventExport(.ndjson, names: names)
        export.begin()
        if withTypes { for entity in definitions { export.write(definition: entity) } }
        for page in try await pages(source) { export.write(page) }
        export.end()
        return export.output.bytes
    }

    private func importing(_ bytes: [UInt8]) async throws -> EntityImporter.Summary {
        var splitter = EntitySplitter()
        var items: [EntityImporter.Item] = []
        try bytes.withUnsafeBytes { bytes in
            try splitter.take(bytes) { object in
                let entity = try ExportedEntity(json: object)
                items.append(
                    EntityImporter.Item(
                        entity: entity.entity,
                        typeName: entity.typeName,
                        placeName: entity.placeName
                    )
                )
            }
        }
        return try await target.write { [items] transaction in
            var importer = EntityImporter()
            try importer.add(items, in: transaction)
            return importer.summary
        }
    }

    /// The ids and contents of all live entities of a kind.
    private func contents(
        _ store: DeviceStore,
        _ kind: EntityKind
    ) async throws -> [EntityID:
        RawJSON]
    {
        guard kind != .event else {
            var contents: [EntityID: RawJSON] = [:]
            for page in try await pages(store) {
                page.forEach { contents[$0.id] = RawJSON(unchecked: Array($1)) }
            }
            return contents
        }
        let entities = try await store.read { try $0.entities.fetchAll(kind: kind) }
        return Dictionary(uniqueKeysWithValues: entities.map { ($0.id, $0.content) })
    }

    @Test("A file with types gives the same entities in another store; again, it changes nothing")
    func exact() async throws {
        try await fill()
        let bytes = try await export(withTypes: true)

        let first = try await importing(bytes)
        let second = try await importing(bytes)

        #expect(first.created == [.eventType: 1, .propertyDefinition: 1, .geofence: 1, .event: 5])
        #expect(second.created.isEmpty)
        #expect(second.existing == 8)
        for kind in EntityKind.allCases {
            #expect(try await contents(source, kind) == contents(target, kind))
        }
    }

    @Test("A file without types gives the same events, with types and places by their names")
    func eventsOnly() async throws {
        try await fill()

        let summary = try await importing(try await export(withTypes: false))

        #expect(summary.created == [.eventType: 1, .geofence: 1, .event: 5])
        #expect(try await contents(source, .event) == contents(target, .event))
        let types = try await target.read { try $0.entities.fetchAll(kind: .eventType) }
        #expect(try types.first?.document()["name"]?.string == "Coffee")
    }

    @Test("Events refer to the device's own type of the same name")
    func ownType() async throws {
        try await fill()
        let own = try await target.write { try $0.entities.create(EventType(name: "coffee")) }

        let summary = try await importing(try await export(withTypes: true))

        #expect(summary.created[.eventType] == nil)
        #expect(summary.created[.event] == 5)
        let filter = EventFilter(eventTypeID: own)
        #expect(try await target.read { try $0.entities.count(filter) } == 5)
    }

    @Test("Invalid and deleted events are not stored, and others are")
    func refusals() async throws {
        try await fill(events: 2)
        let bytes = try await export(withTypes: true)
        _ = try await importing(bytes)
        let id = try #require(try await pages(target).first?.rows.first?.id)
        try await target.write { try $0.entities.delete(id: id) }
        let type = try await contents(source, .eventType).keys.first
        let bad = """
            {"id":"00000000-0000-0000-0000-000000000009","version":1,\
            "created_at":"2026-01-15T08:00:00Z","updated_at":"2026-01-15T08:00:00Z",\
            "event_type_id":"\(try #require(type))","timestamp":"yesterday"}
            """

        let summary = try await importing(Array(bad.utf8))

        #expect(summary.invalid == 1)
        #expect(summary.problems.first?.contains("timestamp") == true)
    }

    @Test("Pages are bounded, in order, complete, and read through an index")
    func paging() async throws {
        try await fill(events: 4_100)
        let statements = Mutex<[String]>([])
        await source.traceStatements { sql in statements.withLock { $0.append(sql) } }

        let pages = try await pages(source)

        await source.traceStatements(nil)
        #expect(pages.map(\.count) == [2_000, 2_000, 100])
        #expect(Set(pages.flatMap { $0.rows.map(\.id) }).count == 4_100)
        for sql in Set(statements.withLock { $0 }) where sql.contains("FROM entity") {
            let plan = try await source.queryPlan(of: sql)
            #expect(plan.allSatisfy { $0.contains("SEARCH") && $0.contains("entity_by_time") })
        }
    }
}
