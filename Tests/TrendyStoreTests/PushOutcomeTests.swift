import Testing
import TrendyModel
import TrendyStore

@Suite("Outcomes of a push")
struct PushOutcomeTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore
    private let refusal = RawJSON("no")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    /// - nextLimit: the number of mutations that count as sent next.
    private func apply(
        _ outcomes: [(StoredMutation, MutationOutcome)],
        nextLimit: Int = 1
    ) async throws -> ApplySummary {
        try await store.write {
            try $0.queue.apply(
                MutationBatch(mutations: outcomes.map { $0.0 }),
                outcomes: Dictionary(uniqueKeysWithValues: outcomes.map { ($0.0.id, $0.1) }),
                cursorRange: nil,
                policy: RemoteWins(),
                nextLimit: nextLimit,
                nextByteLimit: 1
            ).summary
        }
    }

    /// Accepts the next mutation with the server's state of its entity.
    private func accept(version: Int64, as entity: Entity) async throws {
        let sent = try #require(try await store.batch().first)
        _ = try await apply([(sent, .accepted(version: version, entity: entity))])
    }

    @Test("The summary counts each mutation by its outcome")
    func summary() async throws {
        for number in 0..<8 { _ = try await type("Type \(number)") }
        let sent = try await store.batch()
        var changed = try #require(try await store.entity(sent[7].entityID))
        changed.version = 4

        let summary = try await apply([
            (sent[0], .refused(problem: refusal, retryAt: nil)),
            (sent[1], .refused(problem: refusal, retryAt: fixture.clock.now())),
            (sent[2], .refused(problem: refusal, retryAt: fixture.clock.now())),
            (sent[3], .refused(problem: refusal, retryAt: fixture.clock.now())),
            (sent[4], .accepted(version: 1)),
            (sent[5], .accepted(version: 2)),
            (sent[6], .nameTaken(by: nil)),
            (sent[7], .diverged(changed)),
        ])

        var expected = ApplySummary()
        (expected.accepted, expected.conflicts) = (2, 2)
        (expected.retried, expected.failed) = (3, 1)
        #expect(summary == expected)
        #expect(try await store.status().failed == 1)
    }

    @Test("Of a deferred change and the server's answer, the newer one applies", arguments: [4, 6])
    func deferred(version: Int64) async throws {
        let id = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        let entity = try #require(try await store.entity(id))
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        let sent = try #require(try await store.batch().first)
        try await store.pull(entity.changed(version: version, "color", "#00000\(version)"))
        #expect(try await store.entity(id)?.version == 1)

        _ = try await apply([(sent, .diverged(try entity.changed(version: 5, "color", "#000005")))])

        let after = try #require(try await store.entity(id))
        let newest = max(version, 5)
        #expect(after.version == newest)
        #expect(try after.document()["color"]?.string == "#00000\(newest)")
    }

    @Test("An edit behind an accepted one survives a change of another device to another field")
    func laterEdit() async throws {
        let id = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        let server = try #require(try await store.entity(id))
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        let sent = try #require(try await store.batch().first)
        try await store.write { try $0.entities.update(id: id, change: change("color", "#00ff00")) }
        _ = try await apply([(sent, .accepted(version: 2))], nextLimit: 0)

        let other = try server.changed(version: 3, "note", "of another device")
        try await store.pull(other.changed(version: 3, "icon", "cup"), policy: FieldMerge())

        let after = try #require(try await store.entity(id)).document()
        #expect(after["icon"]?.string == "cup")
        #expect(after["color"]?.string == "#00ff00")
        #expect(after["note"]?.string == "of another device")
        let left = try await store.batch()
        #expect(left.map(\.baseVersion) == [3])
        #expect(left.first?.fields.description == ##"{"color":"#00ff00"}"##)
    }

    @Test("After a refused edit is discarded, an accepted one before it remains and it is undone")
    func laterEditDiscarded() async throws {
        let id = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        let color = try #require(try await store.entity(id)).document()["color"]
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        let sent = try #require(try await store.batch().first)
        try await store.write { try $0.entities.update(id: id, change: change("color", "#00ff00")) }
        _ = try await apply([(sent, .accepted(version: 2))])
        let second = try #require(try await store.batch().first)
        _ = try await apply([(second, .refused(problem: refusal, retryAt: nil))])

        _ = try await store.write { try $0.queue.discard(.mutation(second.id)) }

        let after = try #require(try await store.entity(id)).document()
        #expect(after["icon"]?.string == "cup")
        #expect(after["color"] == color)
    }

    private static let versions: [(version: Int64, isLast: Bool)] = [
        (3, true), (4, true), (5, true), (3, false), (4, false), (5, false),
    ]

    @Test(
        "An accepted edit gets the server's times, unless a later version is known",
        arguments: versions
    )
    func times(version: Int64, isLast: Bool) async throws {
        let id = try await type("Coffee")
        try await store.acceptBatch(version: 4)
        let entity = try #require(try await store.entity(id))
        var accepted = entity
        accepted.updatedAt = fixture.clock.now() + .seconds(30)
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }
        let sent = try #require(try await store.batch().first)
        if !isLast {
            try await store.write { try $0.entities.update(id: id, change: change("icon", "mug")) }
        }

        _ = try await apply([(sent, .accepted(version: version, entity: accepted))])

        let after = try #require(try await store.entity(id))
        #expect(after.updatedAt == (version >= 4 ? accepted : entity).updatedAt)
        #expect(after.createdAt == entity.createdAt)
        #expect(after.version == max(4, version))
        #expect(try await store.batch().map(\.baseVersion) == (isLast ? [] : [max(4, version)]))
    }

    @Test(
        "An accepted creation gets the server's times, also when it was edited since",
        arguments: [false, true]
    )
    func timesOfCreation(isEdited: Bool) async throws {
        let id = try await type("Coffee")
        var accepted = try #require(try await store.entity(id))
        accepted.createdAt = accepted.createdAt - .seconds(20)
        accepted.updatedAt = accepted.updatedAt + .seconds(30)
        _ = try await store.batch()
        if isEdited {
            try await store.write { try $0.entities.update(id: id, change: change("icon", "mug")) }
        }

        try await accept(version: 1, as: accepted)

        let after = try #require(try await store.entity(id))
        #expect(after.createdAt == accepted.createdAt && after.updatedAt == accepted.updatedAt)
    }

    @Test(
        "An entity waits for the name of a deleted one while the deletion was not refused",
        arguments: [false, true]
    )
    func takenByDeleted(isRefused: Bool) async throws {
        let first = try await type("Coffee")
        try await store.acceptBatch(version: 3)
        let owner = try #require(try await store.entity(first))
        try await store.write { try $0.entities.delete(id: first) }
        if isRefused {
            let later = fixture.clock.now() + .seconds(10)
            let deletion = try await store.batch()
            try await store.complete(deletion, .refused(problem: refusal, retryAt: later))
        }
        let second = try await type("Coffee")
        let creation = try #require(try await store.batch().last)
        #expect(creation.entityID == second)

        let summary = try await apply([(creation, .nameTaken(by: owner))])

        let name = try await store.entity(second)?.document()["name"]?.string
        #expect(name == (isRefused ? "Coffee 2" : "Coffee"))
        #expect(summary.conflicts == (isRefused ? 1 : 0))
        #expect(try await store.entity(first) == nil)
    }

    @Test("An edit that was not accepted merges with a restored server without a conflict")
    func editOfRestored() async throws {
        let id = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        let remote = try #require(try await store.entity(id))
        try await store.write { try $0.entities.update(id: id, change: change("icon", "cup")) }

        try await store.bootstrap(remote, sharedThrough: 0, policy: FieldMerge())

        #expect(try await store.read { try $0.conflicts.open() }.isEmpty)
        let queued = try await store.batch()
        #expect(queued.map(\.operation) == ["update"])
        #expect(queued.first?.fields.description == #"{"icon":"cup"}"#)
    }

    @Test("An entity that no server ever had is removed with its mutation, also in a new epoch")
    func neverSent() async throws {
        let id = try await type("Coffee")
        try await store.bootstrap(sharedThrough: 0)
        #expect(try await store.entity(id) != nil)

        try await store.write { try $0.entities.delete(id: id) }

        #expect(try await store.status().pending == 0)
        #expect(try await store.batch().isEmpty)
    }

    @Test("A deletion of an entity that a server had before a new epoch is sent")
    func acceptedBefore() async throws {
        let id = try await type("Coffee")
        try await store.acceptBatch(version: 1)
        try await store.bootstrap(sharedThrough: 0)

        try await store.write { try $0.entities.delete(id: id) }

        let creation = try await store.batch()
        #expect(creation.map(\.operation) == ["create"])
        try await store.complete(creation, .accepted(version: 1))
        #expect(try await store.batch().map(\.operation) == ["delete"])
    }
}
