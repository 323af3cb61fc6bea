import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

extension PhoneWorld {
    /// Lets the server have refused all pending changes.
    func refuseAll() async throws {
        try await answerAll { _ in .refused(problem: RawJSON("It breaks a rule."), retryAt: nil) }
    }

    /// Lets the server have accepted all pending changes.
    func acceptAll() async throws {
        try await answerAll { _ in .accepted(version: 1) }
    }

    private func answerAll(
        _ outcome: @Sendable (EntityID) -> MutationOutcome
    ) async throws {
        let store = try store
        let next = try await store.write { try $0.queue.nextBatch(limit: 500, byteLimit: .max) }
        let batch = try #require(next)
        let outcomes = Dictionary(
            uniqueKeysWithValues: batch.mutations.map { ($0.id, outcome($0.id)) }
        )
        _ = try await store.write { transaction in
            try transaction.queue.apply(
                batch,
                outcomes: outcomes,
                cursorRange: nil,
                policy: ConflictResolver(),
                nextLimit: 1,
                nextByteLimit: 1
            )
        }
    }

    /// Lets another device have changed the note of an event later than this device.
    func makeConflict() async throws {
        let store = try store
        try await acceptAll()
        let row = try #require(app.models?.timeline.sections.first?.rows.first)
        var patch = EventPatch()
        patch.notes = .set("mine")
        try await EditEvent(store: store)(row.id, patch)
        clock.advance(by: .seconds(60))
        var remote = try #require(try await store.read { try $0.entities.fetch(id: row.id) })
        var event = try Event(document: remote.document())
        event.notes = "theirs"
        remote.content = event.document.json
        remote.version = 9
        remote.updatedAt = clock.now()
        _ = try await store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "c", policy: ConflictResolver())
        }
    }

    /// Creates a place, as a sync does.
    func createPlace(
        _ name: String,
        latitude: Double = 48.137,
        longitude: Double = 11.575
    )
        async throws
    {
        let place = Geofence(
            name: name,
            latitude: latitude,
            longitude: longitude,
            radiusMeters: 150
        )
        _ = try await store.write { try $0.entities.create(place) }
    }
}
