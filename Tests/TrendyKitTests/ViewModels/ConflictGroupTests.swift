import Foundation
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

@MainActor
@Suite("Conflicts side by side", .timeLimit(.minutes(20)))
struct ConflictGroupTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func model() -> ConflictsViewModel {
        ConflictsViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
    }

    /// Creates an event whose note and time zone another device has changed later, too.
    private func makeConflict() async throws -> EntityID {
        let id = try await world.log("Tea", "10:30", notes: "both")
        try await world.store.acceptAll(version: 1)
        try await world.store.write {
            try $0.entities.update(
                id: id,
                change: Document([
                    .init(name: "notes", value: RawJSON("mine")),
                    .init(name: "time_zone", value: RawJSON("Europe/Paris")),
                ])
            )
        }
        world.clock.advance(by: .seconds(60))
        try await receive(id) { event in
            event.notes = "theirs"
            event.timeZone = "Asia/Tokyo"
        }
        return id
    }

    private func receive(_ id: EntityID, _ edit: (inout Event) -> Void) async throws {
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

    @Test("Both values of each field are shown under one entity, and which one applies")
    func sides() async throws {
        let id = try await makeConflict()
        let model = model()

        await model.refresh()

        let group = try #require(model.groups.first)
        #expect(model.groups.count == 1 && group.id == id && group.title == "Tea, 10:30")
        let fields = group.fields.sorted { $0.name < $1.name }
        #expect(fields.map(\.name) == ["The note", "The time zone"])
        #expect(fields.map(\.mine) == ["“mine”", "“Europe/Paris”"])
        #expect(fields.map(\.theirs) == ["“theirs”", "“Asia/Tokyo”"])
        #expect(fields.allSatisfy { !$0.isMineCurrent && !$0.isDeletion })
    }

    @Test("One action restores all losing values of an entity")
    func restore() async throws {
        let id = try await makeConflict()
        let model = model()
        await model.refresh()

        await model.undoAll(of: id)

        #expect(model.groups.isEmpty && model.problem == nil)
        let event = try await EventRepository(world.store).fetch(id: id)
        #expect(event?.notes == "mine" && event?.timeZone == "Europe/Paris")
    }

    @Test("A value that cannot be restored leaves all conflicts of the entity open")
    func restoreFails() async throws {
        let id = try await makeConflict()
        let model = model()
        await model.refresh()
        let first = try #require(model.groups.first?.fields.first?.id)
        try await world.store.write { try $0.conflicts.acknowledge(first) }

        await model.undoAll(of: id)

        #expect(model.problem?.hasPrefix("This failed: ") == true)
        #expect(model.groups.first?.fields.count == 1)
        #expect(try await EventRepository(world.store).fetch(id: id)?.notes == "theirs")
    }

    @Test("One action accepts all winning values of an entity")
    func accept() async throws {
        let id = try await makeConflict()
        let model = model()
        await model.refresh()

        await model.acceptAll(of: id)

        #expect(model.items.isEmpty && model.groups.isEmpty && model.problem == nil)
        #expect(try await EventRepository(world.store).fetch(id: id)?.notes == "theirs")
    }

    @Test("An edit that was deleted elsewhere is shown as a conflict of the whole entry")
    func deletion() async throws {
        let id = try await world.log("Tea", "10:30", notes: "both")
        try await world.store.acceptAll(version: 1)
        var patch = EventPatch()
        patch.notes = .set("mine")
        try await EditEvent(store: world.store)(id, patch)
        world.clock.advance(by: .seconds(60))
        var remote = try #require(try await world.store.read { try $0.entities.fetch(id: id) })
        remote.content = Entity.emptyContent
        remote.version = 9
        remote.updatedAt = world.clock.now()
        remote.deletedAt = world.clock.now()
        _ = try await world.store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "c", policy: ConflictResolver())
        }
        let model = model()

        await model.refresh()

        let field = try #require(model.groups.first?.fields.first)
        #expect(field.isDeletion && field.mine == "Edited" && field.theirs == "Deleted")
    }

    @Test("When a type asks first, the server's value applies although this device's is later")
    func askFirst() async throws {
        let id = try await world.log("Tea", "10:30", notes: "both")
        try await world.store.acceptAll(version: 1)
        let model = model()
        await model.refresh()
        let setting = try #require(model.askFirst.first)
        #expect(setting.name == "Tea" && !setting.isOn)

        await model.setAsksFirst(true, for: setting.id)
        let remoteTime = world.clock.now()
        world.clock.advance(by: .seconds(60))
        var patch = EventPatch()
        patch.notes = .set("mine")
        try await EditEvent(store: world.store)(id, patch)
        var remote = try #require(try await world.store.read { try $0.entities.fetch(id: id) })
        var event = try Event(document: remote.document())
        event.notes = "theirs"
        remote.content = event.document.json
        remote.version = 9
        remote.updatedAt = remoteTime
        _ = try await world.store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "c", policy: ConflictResolver())
        }
        await model.refresh()

        #expect(model.askFirst.first?.isOn == true)
        #expect(model.groups.first?.fields.first?.isMineCurrent == false)
        #expect(try await EventRepository(world.store).fetch(id: id)?.notes == "theirs")
        await model.setAsksFirst(false, for: setting.id)
        #expect(model.askFirst.first?.isOn == false)
    }
}
