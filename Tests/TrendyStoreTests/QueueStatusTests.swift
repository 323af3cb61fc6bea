import Testing
import TrendyModel
import TrendyStore

@Suite("Status of the queue")
struct QueueStatusTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore
    private let refusal = RawJSON("no")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func refuse() async throws {
        try await store.complete(
            try await store.batch(1),
            .refused(problem: refusal, retryAt: nil)
        )
    }

    /// A failed mutation by what it does.
    enum FailedMutation: CaseIterable {
        case creation, update, deletion, recreation
    }

    @Test(
        "A failed mutation counts as differing if its entity exists on one side only",
        arguments: FailedMutation.allCases
    )
    func differing(mutation: FailedMutation) async throws {
        let id = try await type("Coffee")
        if mutation != .creation { try await store.acceptBatch(version: 1) }
        if mutation == .update {
            try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        }
        if mutation == .deletion || mutation == .recreation {
            try await store.write { try $0.entities.delete(id: id) }
        }
        if mutation == .recreation {
            try await store.acceptBatch(version: 2)
            try await store.write { try $0.entities.create(EventType(name: "Tea"), id: id) }
        }

        try await refuse()

        let status = try await store.status()
        #expect(status.failed == 1 && status.pending == 0)
        #expect(status.differing == (mutation == .deletion || mutation == .recreation ? 1 : 0))
    }

    @Test("Failed mutations are neither pending events nor the oldest pending mutation")
    func pending() async throws {
        _ = try await type("Bad")
        try await refuse()
        fixture.clock.advance(by: .seconds(60))
        let recordedAt = fixture.clock.now()
        let good = try await type("Good")
        for _ in 0..<2 { _ = try await event(of: good) }

        let status = try await store.status()

        #expect(status.failed == 1 && status.pending == 3)
        #expect(status.pendingEvents == 2)
        #expect(status.oldestPending == recordedAt)
        #expect(status.blocked == 0)
        #expect(status.nextAttempt == Instant(milliseconds: 0))
    }

    @Test("A failed mutation does not determine the next attempt")
    func nextAttempt() async throws {
        _ = try await type("Bad")
        try await refuse()
        _ = try await type("Good")
        let later = fixture.clock.now() + .seconds(10)
        try await store.complete(
            try await store.batch(),
            .refused(problem: refusal, retryAt: later)
        )

        #expect(try await store.status().nextAttempt == later)
        #expect(try await store.read { try $0.queue.nextAttempt() } == later)
    }

    @Test("Failed mutations are listed oldest first, up to a limit")
    func failed() async throws {
        var ids: [EntityID] = []
        for number in 0..<3 {
            ids.append(try await type("Type \(number)"))
            try await refuse()
        }

        let failed = try await store.read { try $0.queue.failedMutations() }
        #expect(failed.map(\.entityID) == ids)
        let first = try await store.read { try $0.queue.failedMutations(limit: 2) }
        #expect(first == Array(failed[..<2]))
    }

    /// Milliseconds by which the server shows the clock to be ahead, and whether edits are
    /// corrected.
    private static let leads: [(milliseconds: Int64, isCorrected: Bool)] = [
        (0, false), (60_000, false), (60_001, true), (86_400_000, true),
    ]

    @Test("Edit times up to a minute ahead of the server's clock stay", arguments: leads)
    func clockLead(milliseconds: Int64, isCorrected: Bool) async throws {
        _ = try await type("Coffee")
        let recordedAt = fixture.clock.now()

        let offset = Duration.milliseconds(-milliseconds)
        try await store.write { try $0.queue.update(serverOffset: offset) }

        let edit = try #require(try await store.batch().first)
        #expect(edit.editedAt == (isCorrected ? recordedAt + offset : recordedAt))
    }

    @Test("A failed event type blocks a geofence that refers to it, and the events at the geofence")
    func blockedChain() async throws {
        let good = try await type("Good")
        try await store.acceptBatch(version: 1)
        var place = Geofence(name: "Gym", latitude: 1, longitude: 2, radiusMeters: 150)
        place.eventTypeEntryID = try await type("Bad")
        let geofence = try await store.write { [place] in try $0.entities.create(place) }
        var visit = Event(
            eventTypeID: good,
            timestamp: fixture.clock.now(),
            sourceType: .geofence
        )
        visit.geofenceID = geofence
        try await store.write { [visit] in try $0.entities.create(visit) }
        try await refuse()

        let status = try await store.status()

        #expect(status.failed == 1 && status.pending == 2)
        #expect(status.blocked == 2 && status.pendingEvents == 1)
        #expect(status.nextAttempt == nil)
        #expect(try await store.batch().isEmpty)
        let free = try await event(of: good)
        #expect(try await store.status().blocked == 2)
        #expect(try await store.batch().map(\.entityID) == [free])
    }

    @Test("The state of an entity's queue is that of its first mutation")
    func states() async throws {
        let failed = try await type("Failed")
        let sent = try await store.batch()
        try await store.write { try $0.entities.update(id: failed, change: change("icon", "cup")) }
        try await store.complete(sent, .refused(problem: refusal, retryAt: nil))
        let pending = try await type("Pending")
        let ids = [failed, pending, EntityID(high: 1, low: 1)]

        let states = try await store.read { try $0.queue.states(among: ids) }

        #expect(states == [failed: .failed, pending: .pending])
        #expect(
            try await store.read { try $0.queue.pendingEntities(among: ids) } == [failed, pending]
        )
    }
}
