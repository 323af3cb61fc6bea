import Testing
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Conflicts between devices")
struct ConflictTests {
    @Test("Edits of different fields of an event merge; the conflict log stays empty")
    func disjoint() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            let id = try await a.store.log("Coffee")
            try await a.sync()
            try await b.sync()
            try await a.store.edit(id) { $0.notes = .set("from a") }
            try await b.store.edit(id) { $0.locationName = .set("from b") }

            try await a.sync()
            let report = try await b.sync()
            try await a.sync()

            #expect(report.conflicts == 1)
            #expect(try await a.contents() == b.contents())
            let document = try #require(
                try await a.store.read { try $0.entities.fetch(id: id) }?.document()
            )
            #expect(document["notes"]?.string == "from a")
            #expect(document["location_name"]?.string == "from b")
            #expect(try await b.store.read { try $0.conflicts.open() }.isEmpty)
        }
    }

    @Test("The same field edited on two devices: the later edit wins, the other is logged")
    func sameField() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            let id = try await a.store.log("Coffee", notes: "old")
            try await a.sync()
            try await b.sync()
            try await a.store.edit(id) { $0.notes = .set("earlier") }
            // Edits are ordered by millisecond.
            try await Task.sleep(for: .milliseconds(20))
            try await b.store.edit(id) { $0.notes = .set("later") }

            try await a.sync()
            try await b.sync()
            try await a.sync()

            #expect(try await a.contents() == b.contents())
            #expect(
                try await a.store.read { try $0.entities.fetch(id: id) }?.document()["notes"]?
                    .string == "later"
            )
            let loss = try #require(try await b.store.read { try $0.conflicts.open() }.first?.loss)
            #expect(loss.field == "notes")
            #expect(loss.base?.string == "old")
            #expect(loss.remote?.string == "earlier")
            #expect(loss.local?.string == "later")
            #expect(loss.isLocalWinner)
            let open = try await b.store.read { try $0.conflicts.open() }
            try await b.store.write { try $0.conflicts.restore(try #require(open.first).id) }
            try await b.sync()
            try await a.sync()
            #expect(
                try await a.store.read { try $0.entities.fetch(id: id) }?.document()["notes"]?
                    .string == "earlier"
            )
            #expect(try await b.store.read { try $0.conflicts.open() }.isEmpty)
            let again = await #expect(throws: StoreError.self) {
                try await b.store.write { try $0.conflicts.restore(try #require(open.first).id) }
            }
            #expect(again?.code == .notFound)
        }
    }

    @Test("Restoring a lost value that makes an entity too large is refused; the conflict stays")
    func tooLargeToTakeBack() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            let id = try await a.store.log("Coffee")
            try await a.sync()
            try await b.sync()
            func edit(_ device: TestDevice, _ field: String, bytes: Int) async throws {
                let text = RawJSON(String(repeating: "x", count: bytes))
                let change = Document([.init(name: field, value: text)])
                try await device.store.write { try $0.entities.update(id: id, change: change) }
            }
            try await edit(a, "future", bytes: 700_000)
            // Edits are ordered by millisecond.
            try await Task.sleep(for: .milliseconds(20))
            try await edit(b, "future", bytes: 7)
            try await a.sync()
            try await b.sync()
            try await edit(b, "other", bytes: 600_000)

            let open = try #require(try await b.store.read { try $0.conflicts.open() }.first)
            let refused = await #expect(throws: StoreError.self) {
                try await b.store.write { try $0.conflicts.restore(open.id) }
            }

            #expect(refused?.code == .invalid)
            #expect(try await b.store.read { try $0.conflicts.open() }.map(\.id) == [open.id])
            try await b.sync()
            #expect(try await b.store.read { try $0.queue.status() }.failed == 0)
        }
    }

    @Test("A type that is deleted with its events waits for those that another device edited")
    func typeOfEdited() async throws {
        try await TestWorld.run { world in
            var policy = RetryPolicy()
            policy.firstDelay = .zero
            let a = try await world.device("a", retryPolicy: policy)
            let b = try await world.device("b")
            let edited = try await a.store.log("Coffee")
            _ = try await a.store.log("Coffee")
            try await a.sync()
            try await b.sync()
            try await b.store.edit(edited) { $0.notes = .set("b") }
            try await b.sync()

            let type = try #require(
                try await a.store.read { try $0.entities.fetchAll(kind: .eventType) }.first
            ).id
            try await a.store.write { try $0.entities.delete(id: type, cascade: true) }
            try await a.sync()
            try await a.sync()
            try await b.sync()

            let status = try await a.store.read { try $0.queue.status() }
            #expect(status.failed == 0 && status.pending == 0)
            #expect(try await b.store.read { try $0.entities.fetchAll(kind: .eventType) }.isEmpty)
            #expect(try await b.store.read { try $0.entities.events() }.isEmpty)
        }
    }

    @Test("An edit against a deletion: the event stays deleted, and the edit is logged")
    func editAgainstDelete() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            let id = try await a.store.log("Coffee")
            try await a.sync()
            try await b.sync()
            try await a.store.write { try $0.entities.delete(id: id) }
            try await b.store.edit(id) { $0.notes = .set("kept") }

            try await a.sync()
            try await b.sync()

            #expect(try await b.store.read { try $0.entities.fetch(id: id) } == nil)
            let entry = try #require(try await b.store.read { try $0.conflicts.open() }.first)
            let kept = try Document(json: try #require(entry.loss.loser))
            #expect(kept["notes"]?.string == "kept")
            #expect(try await b.store.read { try $0.queue.status() }.pending == 0)
            #expect(try await a.agrees())
            #expect(try await b.agrees())

            try await b.store.write { try $0.conflicts.restore(entry.id) }
            try await b.sync()
            try await a.sync()

            #expect(
                try await a.store.read { try $0.entities.fetch(id: id) }?.document()["notes"]?
                    .string == "kept"
            )
            #expect(try await a.contents() == b.contents())
            #expect(try await b.store.read { try $0.conflicts.open() }.isEmpty)
        }
    }

    @Test("A pull never overwrites pending edits or restores locally deleted entities")
    func protected() async throws {
        try await TestWorld.run { world in
            let faulty = FaultyBox()
            let a = try await world.device("a")
            let b = try await world.device("b") { faulty.wrap($0) }
            let edited = try await a.store.log("Coffee", notes: "old")
            let deleted = try await a.store.log("Coffee", notes: "old")
            try await a.sync()
            try await b.sync()
            try await b.store.edit(edited) { $0.locationName = .set("here") }
            try await b.store.write { try $0.entities.delete(id: deleted) }
            try await a.store.edit(edited) { $0.notes = .set("new") }
            try await a.store.edit(deleted) { $0.notes = .set("new") }
            try await a.sync()

            let page = try await b.transport.changes(
                since: try await b.store.read { try $0.sync.cursor() },
                limit: 100
            )
            try await b.store.write {
                try $0.sync.apply(
                    changes: page.changes,
                    cursor: page.nextCursor.description,
                    policy: ConflictResolver()
                )
            }

            let document = try #require(
                try await b.store.read { try $0.entities.fetch(id: edited) }?.document()
            )
            #expect(document["notes"]?.string == "new")
            #expect(document["location_name"]?.string == "here")
            #expect(try await b.store.read { try $0.entities.fetch(id: deleted) } == nil)
            try await b.sync()
            try await a.sync()
            #expect(try await a.contents() == b.contents())
            #expect(try await a.store.read { try $0.entities.fetch(id: deleted) } == nil)
        }
    }

    @Test("Two types with one name, created offline: both are kept, the second gets a number")
    func sameName() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            try await a.sync()
            try await b.sync()
            try await a.store.log("Coffee")
            try await b.store.log("coffee")

            try await a.sync()
            try await b.sync()
            try await a.sync()

            let names = try await a.store.read { try $0.entities.fetchAll(kind: .eventType) }.map {
                try EventType(document: $0.document()).name
            }
            #expect(names == ["Coffee", "coffee 2"])
            #expect(try await a.contents() == b.contents())
            #expect(
                try await b.store.read { try $0.conflicts.open() }.map(\.loss.field) == ["name"]
            )
            #expect(try await a.contents().count == 4)
        }
    }

    @Test("For a type that asks first, the other device's value stays until the person decides")
    func asksBeforeResolving() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            let id = try await a.store.log("Mood", notes: "fine")
            try await a.sync()
            try await b.sync()
            let type = try #require(
                try await b.store.read { try $0.entities.fetchAll(kind: .eventType) }.first
            )
            try await b.store.write {
                try $0.conflicts.setAsksBeforeResolving(true, eventType: type.id)
            }
            try await a.store.edit(id) { $0.notes = .set("earlier") }
            try await Task.sleep(for: .milliseconds(20))
            try await b.store.edit(id) { $0.notes = .set("later") }
            try await a.sync()
            try await b.sync()

            #expect(
                try await b.store.read { try $0.entities.fetch(id: id) }?.document()["notes"]?
                    .string == "earlier"
            )
            let conflict = try #require(try await b.store.read { try $0.conflicts.open() }.first)
            #expect(conflict.loss.loser?.string == "later")
            try await b.store.write { try $0.conflicts.restore(conflict.id) }
            try await b.sync()
            try await a.sync()
            #expect(
                try await a.store.read { try $0.entities.fetch(id: id) }?.document()["notes"]?
                    .string == "later"
            )
            #expect(try await a.contents() == b.contents())
        }
    }

    @Test("A taken name: its owner is pulled at once, and reverting to it is refused")
    func takenName() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b") { NoPull(base: $0) }
            await #expect(throws: SyncFailure.self) { try await b.sync() }
            try await a.store.log("Coffee")
            try await a.sync()
            for _ in 0..<3 {
                try await b.store.log("Coffee")
                await #expect(throws: SyncFailure.self) { try await b.sync() }
            }

            let names = try await b.store.read { try $0.entities.fetchAll(kind: .eventType) }.map {
                try EventType(document: $0.document()).name
            }
            #expect(names.sorted() == ["Coffee", "Coffee 2"])
            let conflict = try #require(try await b.store.read { try $0.conflicts.open() }.first)
            #expect(conflict.loss.loser?.string == "Coffee")
            #expect(conflict.loss.winner?.string == "Coffee 2")
            await #expect(throws: StoreError.self) {
                try await b.store.write { try $0.conflicts.restore(conflict.id) }
            }
            #expect(try await b.store.read { try $0.conflicts.open() }.count == 1)
        }
    }
}

/// A transport on which pulls never succeed.
private struct NoPull: TransportWrapper {
    let base: any SyncTransport

    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        throw SyncFailure(code: .offline, reason: .offline)
    }
}
