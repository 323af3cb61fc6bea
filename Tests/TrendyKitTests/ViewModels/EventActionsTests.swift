import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

/// A clock whose sleeps end at once.
struct ImmediateClock: Clock {
    typealias Instant = ContinuousClock.Instant

    var now: Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

@MainActor
@Suite("Quick log and undo", .timeLimit(.minutes(20)))
struct EventActionsTests {
    private let world: ScreenWorld
    private let actions: EventActions

    init() throws {
        world = try ScreenWorld()
        actions = EventActions(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
    }

    private func entity(_ id: EntityID) async throws -> Entity? {
        try await world.store.read { try $0.entities.fetch(id: id) }
    }

    private func pending() async throws -> Int {
        try await world.store.read { try $0.queue.status() }.pending
    }

    @Test("A tap logs the type now, and undo removes the entry without a trace in the queue")
    func quickLog() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Tea")) }
        let before = try await pending()

        let id = try #require(await actions.log(type))

        let event = try #require(try await EventRepository(world.store).fetch(id: id))
        #expect(event.timestamp == world.clock.now())
        #expect(event.timeZone == "Europe/Paris")
        #expect(actions.undo?.text == "Tea logged")
        #expect(actions.undo?.actionTitle == "Undo")
        await actions.performUndo()
        #expect(try await entity(id) == nil)
        #expect(try await pending() == before)
        #expect(actions.undo == nil)
    }

    @Test("The types are ordered by their last use, without those that sensors record")
    func order() async throws {
        let quickLog = QuickLogViewModel(store: world.store, dependencies: world.dependencies)
        await quickLog.refresh()
        #expect(quickLog.emptyText?.hasPrefix("No types yet.") == true)
        try await world.log("Tea", "08:00")
        try await world.log("Coffee", "09:00", day: -1)
        try await world.store.write { transaction in
            let steps = HealthMetric.steps
            try transaction.entities.create(steps.eventType, id: steps.eventTypeID)
            try transaction.entities.create(EventType(name: "Apple"))
        }

        await quickLog.refresh()

        #expect(quickLog.types.map(\.name) == ["Tea", "Coffee", "Apple"])
        #expect(quickLog.emptyText == nil)
    }

    @Test("Undoing the deletion of an event that was never sent restores it with its id")
    func undoUnsent() async throws {
        let id = try await world.log("Tea", "08:00", notes: "green")
        let before = try #require(try await entity(id))
        let queued = try await pending()

        await actions.delete(id)
        #expect(actions.undo?.text == "Tea deleted")
        #expect(try await entity(id) == nil)
        await actions.performUndo()

        #expect(try await entity(id)?.content == before.content)
        #expect(try await pending() == queued)
    }

    @Test("Undoing a deletion that was not sent leaves nothing to send")
    func undoAccepted() async throws {
        let id = try await world.log("Tea", "08:00", notes: "green")
        try await world.store.acceptAll(version: 1)
        let before = try #require(try await entity(id))
        #expect(try await pending() == 0)

        await actions.delete(id)
        #expect(try await pending() == 1)
        await actions.performUndo()

        #expect(try await entity(id) == before)
        #expect(try await pending() == 0)
    }

    @Test("An edit that was pending before the deletion is pending again after the undo")
    func undoEdited() async throws {
        let id = try await world.log("Tea", "08:00", notes: "green")
        try await world.store.acceptAll(version: 1)
        var patch = EventPatch()
        patch.notes = .set("black")
        try await EditEvent(store: world.store)(id, patch)

        await actions.delete(id)
        await actions.performUndo()

        let event = try #require(try await EventRepository(world.store).fetch(id: id))
        #expect(event.notes == "black")
        #expect(try await pending() == 1)
        try await world.store.acceptAll(version: 2)
        #expect(try await EventRepository(world.store).fetch(id: id)?.notes == "black")
        #expect(try await pending() == 0)
    }

    @Test("Undoing a deletion that the server has accepted creates the event again")
    func undoAcceptedDeletion() async throws {
        let id = try await world.log("Tea", "08:00", notes: "green")
        try await world.store.acceptAll(version: 1)
        await actions.delete(id)
        try await world.store.acceptAll(version: 2)

        await actions.performUndo()

        let event = try #require(try await EventRepository(world.store).fetch(id: id))
        #expect(event.notes == "green")
        #expect(try await pending() == 1)
    }

    @Test("Only the last action can be undone, and its offer expires")
    func expiry() async throws {
        let world = try ScreenWorld(time: ImmediateClock())
        let actions = EventActions(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
        let first = try await world.log("Tea", "08:00")
        let second = try await world.log("Tea", "09:00")
        await actions.delete(first)
        await actions.delete(second)

        await actions.expireUndo()

        #expect(actions.undo == nil)
        await actions.performUndo()
        #expect(try await world.store.read { try $0.entities.events() }.isEmpty)
    }

    @Test("Logging a type that was deleted says so and offers no undo")
    func deletedType() async throws {
        let id = await actions.log(world.dependencies.ids.next())

        #expect(id == nil)
        #expect(
            actions.problem == "Not logged: This was deleted, here or on another device."
        )
        #expect(actions.undo == nil)
        actions.clearProblem()
        #expect(actions.problem == nil)
    }
}
