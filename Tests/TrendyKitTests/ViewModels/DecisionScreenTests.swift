import Foundation
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@MainActor
@Suite("Screens of conflicts and failed changes", .timeLimit(.minutes(20)))
struct DecisionScreenTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private var conflicts: ConflictsViewModel {
        ConflictsViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
    }

    private func failed() -> FailedWorkViewModel {
        FailedWorkViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
    }

    /// Creates an event whose note another device has changed later.
    private func makeConflict() async throws -> EntityID {
        let id = try await world.log("Tea", "10:30", notes: "both")
        try await world.store.acceptAll(version: 1)
        var patch = EventPatch()
        patch.notes = .set("mine")
        try await EditEvent(store: world.store)(id, patch)
        world.clock.advance(by: .seconds(60))
        var remote = try #require(try await world.store.read { try $0.entities.fetch(id: id) })
        var event = try Event(document: remote.document())
        event.notes = "theirs"
        remote.content = event.document.json
        remote.version = 9
        remote.updatedAt = world.clock.now()
        _ = try await world.store.write { [remote] in
            try $0.sync.apply(
                changes: [remote],
                cursor: "c",
                policy: ConflictResolver()
            )
        }
        return id
    }

    @Test("A conflict shows the winning and the losing value, and one action restores the latter")
    func takeBack() async throws {
        let id = try await makeConflict()
        let model = conflicts
        await model.refresh()

        let item = try #require(model.items.first)
        #expect(item.title == "Tea, 10:30")
        #expect(item.text == "The note is “theirs”; this device's value was “mine”.")
        #expect(item.isMissingLocally)
        await model.undo(item.id)

        #expect(model.items.isEmpty)
        #expect(model.emptyText == "No conflicts.")
        #expect(try await EventRepository(world.store).fetch(id: id)?.notes == "mine")
    }

    @Test("Accepting closes a conflict; a conflict that is gone is reported, and the list updated")
    func accept() async throws {
        _ = try await makeConflict()
        let model = conflicts
        await model.refresh()
        let id = try #require(model.items.first?.id)

        try await world.store.write { try $0.conflicts.acknowledge(id) }
        await model.accept(id)

        #expect(model.items.isEmpty)
        #expect(model.problem?.hasPrefix("This failed: ") == true)
        await model.refresh()
        #expect(model.problem == nil)
    }

    @Test("A failed change shows what it was, why it failed, and the effect of each action")
    func failedList() async throws {
        try await world.log("Tea", "10:30")
        try await world.store.refuseAll()
        world.clock.advance(by: .seconds(7200))
        let model = failed()

        await model.refresh()

        #expect(model.items.map(\.title).contains("Tea, 10:30 was recorded"))
        #expect(model.items.map(\.title).contains("The type Tea was recorded"))
        let item = try #require(model.items.first { $0.title.hasPrefix("Tea") })
        #expect(item.reason == "It breaks a rule.")
        #expect(item.attempts == "Tried once, recorded 2 h ago")
        #expect(item.edit.isAvailable)
        for action in [item.retry, item.edit, item.discard, item.export] {
            #expect(!action.title.isEmpty && !action.why.isEmpty)
        }
    }

    @Test("A person reads localized reasons; the server's own text is in the details")
    func reasons() async throws {
        let violation = FieldError(code: "too_long", field: "notes", message: "must be short")
        try await world.log("Tea", "09:30")
        try await world.store.acceptAll(version: 1)
        for code in ProblemCode.allCases {
            try await world.log("Tea", "10:30", notes: code.rawValue)
            let problem = Problem(
                code,
                detail: "INTERNAL",
                errors: code == .validation ? [violation] : []
            )
            let json = RawJSON(unchecked: Array(try JSONEncoder().encode(problem)))
            try await world.store.refuseAll(json)
        }
        let model = failed()

        await model.refresh()

        #expect(model.items.count == ProblemCode.allCases.count)
        let words = Set(Strings.all.map(\.english))
        for item in model.items where !words.contains(item.reason) {
            #expect(item.reason.hasSuffix("as it is. The note is too long."))
        }
        let mutations = try await world.store.read { try $0.queue.failedMutations() }
        #expect(mutations.allSatisfy { $0.reasonDetails?.contains(": INTERNAL") == true })
        let forbidden = SyncFailure(Problem(.forbidden, detail: "INTERNAL"))
        #expect(ErrorPresenter.text(for: forbidden) == Strings.Server.forbidden())
    }

    @Test("Validation errors name each field in localized text")
    func validation() async throws {
        let id = try await world.log("Tea", "10:30")
        var patch = EventPatch()
        patch.endDate = .set(try world.instant("09:00"))
        var error: StoreError?
        do {
            try await EditEvent(store: world.store)(id, patch)
        } catch let thrown as StoreError {
            error = thrown
        }

        #expect(
            error.map { ErrorPresenter.text(for: $0) }
                == "This cannot be recorded. The end is out of range."
        )
        #expect(error?.description.contains("end_date: must not be before") == true)
    }

    @Test("Fields and values of conflicts are localized")
    func fields() async throws {
        let id = try await world.log("Tea", "10:30")
        try await world.store.acceptAll(version: 1)
        try await world.store.write {
            try $0.entities.update(
                id: id,
                change: Document([
                    .init(name: "time_zone", value: RawJSON("Europe/Paris")),
                    .init(name: "properties", value: RawJSON(unchecked: Array(Self.bag.utf8))),
                ])
            )
        }
        world.clock.advance(by: .seconds(60))
        var remote = try #require(try await world.store.read { try $0.entities.fetch(id: id) })
        var event = try Event(document: remote.document())
        event.timeZone = "Asia/Tokyo"
        event.properties = PropertyBag()
        event.properties["strength"] = .text("weak")
        remote.content = event.document.json
        remote.version = 9
        remote.updatedAt = world.clock.now()
        _ = try await world.store.write { [remote] in
            try $0.sync.apply(
                changes: [remote],
                cursor: "c",
                policy: ConflictResolver()
            )
        }
        let model = conflicts

        await model.refresh()

        let words = model.items.map(\.text)
        #expect(
            words.sorted() == [
                "The list of properties is strength: weak; this device's value was strength: strong.",
                "The time zone is “Asia/Tokyo”; this device's value was “Europe/Paris”.",
            ]
        )
    }

    @Test("An enormous number in a conflict is displayed and does not crash")
    func enormous() async throws {
        let id = try await world.store.write {
            try $0.entities.create(
                Geofence(name: "Home", latitude: 48, longitude: 11, radiusMeters: 150)
            )
        }
        try await world.store.acceptAll(version: 1)
        try await world.store.write {
            try $0.entities.update(
                id: id,
                change: Document([.init(name: "notify_on_dwell", value: RawJSON(Int64(600)))])
            )
        }
        world.clock.advance(by: .seconds(60))
        try await world.spoil(id, "notify_on_dwell", with: RawJSON(1e300), isAccepted: false)
        let model = conflicts

        await model.refresh()

        #expect(model.items.count == 1)
        #expect(model.problem == nil)
    }

    private nonisolated static let bag = #"{"strength":{"type":"text","value":"strong"}}"#

    @Test("Retry, edit and discard do what they say; an export contains everything")
    func actions() async throws {
        let first = try await world.log("Tea", "10:30")
        let second = try await world.log("Tea", "11:30")
        try await world.store.refuseAll()
        let model = failed()
        await model.refresh()
        let item = { (id: EntityID) in try #require(model.items.first { $0.entityID == id }) }

        let text = await model.export()
        #expect(text.split(separator: "\n").count == 3)
        #expect(text.contains(first.description))
        var patch = EventPatch()
        patch.notes = .set("right")
        await model.edit(try item(first).id, patch)
        #expect(model.items.allSatisfy { $0.entityID != first })
        await model.discard(try item(second).id)
        #expect(try await world.store.read { try $0.entities.fetch(id: second) } == nil)
        await model.retry(nil)

        #expect(model.items.isEmpty)
        #expect(model.emptyText == "Everything that was sent was accepted.")
        #expect(model.problem == nil)
        #expect(try await world.store.read { try $0.queue.status() }.pending == 2)
    }

    @Test("An entity with dependents is not discarded without confirmation")
    func dependents() async throws {
        try await world.log("Tea", "10:30")
        try await world.store.refuseAll()
        let model = failed()
        await model.refresh()
        let type = try #require(model.items.first { $0.title.hasPrefix("The type") })

        await model.discard(type.id)
        #expect(model.problem?.hasPrefix("This failed: ") == true)
        #expect(model.items.count == 2)
        await model.discard(type.id, withDependents: true)

        #expect(model.items.isEmpty)
        #expect(model.problem == nil)
    }

    @Test("The first and the last attempt of a failed change are shown; a retry starts anew")
    func attempts() async throws {
        try await world.log("Tea", "10:30")
        let retry = world.clock.now() + .seconds(60)
        try await world.store.refuseAll(retryAt: retry)
        world.clock.advance(by: .seconds(3600))
        try await world.store.refuseAll()
        world.clock.advance(by: .seconds(300))
        let model = failed()

        await model.refresh()

        let item = try #require(model.items.first { $0.title.hasPrefix("The type") })
        #expect(item.firstAttempt == "First tried 1 h ago")
        #expect(item.lastAttempt == "Last tried 5 min ago")
        await model.retry(nil)
        try await world.store.refuseAll()
        await model.refresh()
        #expect(
            model.items.first { $0.title.hasPrefix("The type") }?.firstAttempt
                == "First tried just now"
        )
    }

    @Test("A discard is confirmed with what would be lost, and can be cancelled")
    func confirmation() async throws {
        try await world.log("Tea", "10:30")
        try await world.store.refuseAll()
        let model = failed()
        await model.refresh()
        let type = try #require(model.items.first { $0.title.hasPrefix("The type") })

        await model.askToDiscard(type.id)
        #expect(model.confirmation?.withDependents == true)
        #expect(model.confirmation?.text.hasPrefix("1 recorded event refers to this") == true)
        model.cancelDiscard()
        await model.confirmDiscard()
        #expect(model.items.count == 2 && model.confirmation == nil)

        await model.askToDiscard(type.id)
        await model.confirmDiscard()
        #expect(model.items.isEmpty && model.problem == nil && model.confirmation == nil)
    }

    @Test("A confirmation closes when its change is no longer failed")
    func closedConfirmation() async throws {
        try await world.log("Tea", "10:30")
        try await world.store.refuseAll()
        let model = failed()
        await model.refresh()
        await model.askToDiscard(try #require(model.items.first).id)
        #expect(model.confirmation != nil)

        try await world.store.write { _ = try $0.queue.retry(.all) }
        await model.refresh()

        #expect(model.confirmation == nil)
    }

    @Test("An undecodable type hides neither failed changes nor conflicts")
    func unreadableType() async throws {
        _ = try await makeConflict()
        let tea = try #require(
            try await world.store.read { try $0.entities.fetch(kind: .eventType, named: "Tea") }
        ).id
        try await world.spoil(tea, "icon", with: RawJSON(Int64(7)))
        try await world.log("Tea", "11:30")
        try await world.store.refuseAll()
        let (conflicts, failed) = (conflicts, failed())

        await conflicts.refresh()
        await failed.refresh()

        #expect(conflicts.problem == nil && failed.problem == nil)
        #expect(conflicts.items.map(\.title) == ["Tea, 10:30"])
        #expect(failed.items.map(\.title) == ["Tea, 11:30 was recorded"])
    }

    @Test("The lists update live, and the view models are released with their screens")
    func live() async throws {
        weak var gone: FailedWorkViewModel?
        do {
            let model = failed()
            gone = model
            let task = Task { [model] in await model.run() }
            await until { model.hasLoaded }
            try await world.log("Tea", "10:30")
            try await world.store.refuseAll()
            await until { model.items.count == 2 }
            task.cancel()
            await task.value
        }
        #expect(gone == nil)
    }
}
