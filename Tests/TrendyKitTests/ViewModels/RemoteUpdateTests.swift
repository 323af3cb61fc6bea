import Foundation
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

@MainActor
@Suite("Marks of remotely updated events", .timeLimit(.minutes(20)))
struct RemoteUpdateTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func timeline() -> EventStore {
        EventStore(store: world.store, dependencies: world.dependencies, formats: world.formats)
    }

    private func row(_ id: EntityID, _ timeline: EventStore) throws -> TimelineRow {
        try #require(timeline.sections.flatMap(\.rows).first { $0.id == id })
    }

    /// Applies a change of another device.
    private func receive(
        _ id: EntityID,
        _ edit: (inout Event) -> Void = { _ in }
    ) async throws {
        world.clock.advance(by: .seconds(60))
        var remote = try #require(try await world.store.read { try $0.entities.fetch(id: id) })
        var event = try Event(document: remote.document())
        edit(&event)
        remote.content = event.document.json
        remote.version += 9
        remote.updatedAt = world.clock.now()
        _ = try await world.store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "c", policy: ConflictResolver())
        }
    }

    @Test("An event that another device changed is marked until the person opens it")
    func marked() async throws {
        let id = try await world.log("Tea", "10:30", notes: "mine")
        let other = try await world.log("Tea", "11:30")
        try await world.store.acceptAll(version: 1)
        let timeline = timeline()
        await timeline.refresh()
        #expect(try row(id, timeline).updatedText == nil)

        try await receive(id) { $0.notes = "theirs" }
        await timeline.refresh()

        #expect(try row(id, timeline).updatedText == "Updated from the server")
        #expect(try row(id, timeline).detail == "theirs")
        #expect(try row(other, timeline).updatedText == nil)

        await timeline.markSeen(id)
        #expect(try row(id, timeline).updatedText == nil)
        #expect(timeline.problem == nil)

        try await receive(id) { $0.notes = "theirs again" }
        await timeline.refresh()
        #expect(try row(id, timeline).updatedText != nil)
    }

    @Test("A new event of another device, and a change without new content, are not marked")
    func notMarked() async throws {
        let id = try await world.log("Tea", "10:30")
        try await world.store.acceptAll(version: 1)
        let new = world.dependencies.ids.next()
        var copy = try #require(try await world.store.read { try $0.entities.fetch(id: id) })
        copy.id = new
        copy.version = 5
        _ = try await world.store.write { [copy] in
            try $0.sync.apply(changes: [copy], cursor: "c", policy: ConflictResolver())
        }
        try await receive(id)
        let timeline = timeline()

        await timeline.refresh()

        #expect(try row(id, timeline).updatedText == nil)
        #expect(try row(new, timeline).updatedText == nil)
    }

    @Test("A merge marks an event when it changes what this device shows")
    func merged() async throws {
        let id = try await world.log("Tea", "10:30", notes: "both")
        try await world.store.acceptAll(version: 1)
        var patch = EventPatch()
        patch.notes = .set("mine")
        try await EditEvent(store: world.store)(id, patch)

        try await receive(id) { event in
            event.notes = "both"
            event.locationName = "Café"
        }
        let timeline = timeline()
        await timeline.refresh()

        #expect(try row(id, timeline).detail?.contains("mine") == true)
        #expect(try row(id, timeline).updatedText != nil)
    }

    @Test("The oldest marks are dropped beyond a thousand")
    func bounded() async throws {
        var ids: [EntityID] = []
        for _ in 0..<1010 {
            ids.append(try await world.log("Tea", "10:30"))
        }
        try await world.store.write { [ids] transaction in
            for id in ids {
                var remote = try #require(try transaction.entities.fetch(id: id))
                var event = try Event(document: remote.document())
                event.notes = "theirs"
                remote.content = event.document.json
                remote.version = 9
                remote.updatedAt = world.clock.now() + .seconds(60)
                _ = try transaction.sync.apply(
                    changes: [remote],
                    cursor: "c",
                    policy: ConflictResolver()
                )
            }
        }

        let marked = try await world.store.read { [ids] in
            try $0.entities.remotelyUpdated(among: ids)
        }

        #expect(marked == Set(ids.suffix(1000)))
    }
}
