import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

@Suite("Reverted deletions and restored servers")
struct RestorationTests {
    /// The event's content in the store.
    private func content(of id: EntityID, in device: TestDevice) async throws -> RawJSON {
        try #require(try await device.store.read { try $0.entities.fetch(id: id) }).content
    }

    /// Restores a deleted event.
    private func restore(_ id: EntityID, _ content: RawJSON, on device: TestDevice) async throws {
        try await device.store.write {
            try $0.entities.create(try Event(document: Document(json: content)), id: id)
        }
    }

    /// Stores another device's entities as from a snapshot.
    private func applySnapshot(
        _ store: DeviceStore,
        from other: DeviceStore,
        sharedThrough: Int64? = nil
    ) async throws {
        try await store.writeWithoutSync { try $0.snapshot.begin() }
        let types = try await other.read { try $0.entities.fetchAll(kind: .eventType) }
        let events = try await other.read { try $0.entities.events() }
        try await store.writeWithoutSync {
            try $0.snapshot.stage((types + events).map(StagedEntity.init))
        }
        let cursor = try #require(try await other.read { try $0.sync.cursor() })
        try await store.write {
            try $0.snapshot.finish(
                cursor: cursor,
                sharedThrough: sharedThrough,
                policy: ConflictResolver()
            )
        }
    }

    @Test(
        "A restored event survives on whichever device has it",
        arguments: ["writer", "reader", "snapshot reader"]
    )
    func takenBack(survivor: String) async throws {
        try await TestWorld.run { first in
            let writer = try await first.device("writer")
            let reader = try await first.device("reader")
            let id = try await writer.store.log("Coffee", notes: "black")
            try await writer.sync()
            try await reader.sync()
            let content = try await self.content(of: id, in: writer)
            try await writer.store.write { try $0.entities.delete(id: id) }
            try await writer.sync()
            try await reader.sync()
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)
            try await restore(id, content, on: writer)
            try await writer.sync()
            if survivor == "snapshot reader" {
                try await applySnapshot(reader.store, from: writer.store)
            }
            try await reader.sync()

            try await TestWorld.run(restoring: backup) { second in
                let store = survivor == "writer" ? writer.store : reader.store
                let device = try await second.device("survivor", store: store)
                try await device.sync()
                let fresh = try await second.device("fresh")
                try await fresh.sync()

                #expect(try await fresh.contents()[id] == content)
                #expect(try await device.contents()[id] == content)
                #expect(try await device.agrees())
                #expect(try await device.store.read { try $0.queue.status() }.pending == 0)
            }
        }
    }

    @Test("An event restored after the server's restore is kept")
    func takenBackLater() async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let id = try await a.store.log("Coffee", notes: "black")
            try await a.sync()
            let content = try await self.content(of: id, in: a)
            try await a.store.write { try $0.entities.delete(id: id) }
            try await a.sync()
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)

            try await TestWorld.run(restoring: backup) { second in
                let same = try await second.device("a", store: a.store)
                try await same.sync()
                try await restore(id, content, on: same)
                try await same.sync()
                let fresh = try await second.device("fresh")
                try await fresh.sync()

                #expect(try await fresh.contents()[id] == content)
                #expect(try await same.contents()[id] == content)
                #expect(try await same.agrees())
            }
        }
    }

    @Test("A device that knows only of the deletion does not restore the event")
    func knownToOne() async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let b = try await first.device("b")
            let id = try await a.store.log("Coffee", notes: "black")
            try await a.sync()
            try await b.sync()
            let content = try await self.content(of: id, in: a)
            try await a.store.write { try $0.entities.delete(id: id) }
            try await a.sync()
            try await b.sync()
            try await restore(id, content, on: a)
            try await a.sync()
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)

            try await TestWorld.run(restoring: backup) { second in
                let stale = try await second.device("b", store: b.store)
                try await stale.sync()
                let fresh = try await second.device("fresh")
                try await fresh.sync()

                #expect(try await stale.contents()[id] == content)
                #expect(try await fresh.contents()[id] == content)
                #expect(try await stale.agrees())
            }
        }
    }

    @Test("A deletion after the server's restore is kept")
    func deletedLater() async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let b = try await first.device("b")
            let id = try await a.store.log("Coffee", notes: "black")
            try await a.sync()
            try await b.sync()
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)
            let content = try await self.content(of: id, in: a)
            try await a.store.write { try $0.entities.delete(id: id) }
            try await a.sync()
            try await restore(id, content, on: a)
            try await a.sync()

            try await TestWorld.run(restoring: backup) { second in
                let other = try await second.device("b", store: b.store)
                try await other.sync()
                try await other.store.write { try $0.entities.delete(id: id) }
                try await other.sync()
                let same = try await second.device("a", store: a.store)
                try await same.sync()
                try await other.sync()

                #expect(try await same.contents()[id] == nil)
                #expect(try await other.contents()[id] == nil)
                #expect(try await same.agrees())
            }
        }
    }

    @Test("A deletion of an entity that the server lost is kept, whoever sends the entity again")
    func deletedWhileLost() async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let b = try await first.device("b")
            try await a.store.log("Coffee")
            try await a.sync()
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)
            let id = try await a.store.log("Coffee", notes: "black")
            try await a.sync()
            try await b.sync()

            try await TestWorld.run(restoring: backup) { second in
                let fresh = try await second.device("fresh")
                try await fresh.sync()
                // It knows the restored server and has sent nothing to it yet.
                try await applySnapshot(a.store, from: fresh.store, sharedThrough: 0)
                #expect(try await a.store.read { try $0.queue.status() }.pending > 0)
                try await a.store.write { try $0.entities.delete(id: id) }
                let other = try await second.device("b", store: b.store)
                try await other.sync()
                try await other.sync()
                let same = try await second.device("a", store: a.store)
                try await same.sync()
                try await other.sync()

                for device in [same, other] {
                    #expect(try await device.contents()[id] == nil)
                    #expect(try await device.agrees())
                }
            }
        }
    }

    @Test(
        "A restored event survives a server restored to before the deletion",
        arguments: [true, false],
        ["as it was", "changed"]
    )
    func takenBackFromBefore(isSent: Bool, notes: String) async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let b = try await first.device("b")
            let id = try await a.store.log("Coffee", notes: "as it was")
            try await a.sync()
            try await b.sync()
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)
            var event = try Event(document: Document(json: try await content(of: id, in: a)))
            try await a.store.write { try $0.entities.delete(id: id) }
            try await a.sync()
            try await b.sync()
            event.notes = notes
            try await a.store.write { [event] in try $0.entities.create(event, id: id) }
            if isSent { try await a.sync() }
            let content = try await self.content(of: id, in: a)

            try await TestWorld.run(restoring: backup) { second in
                let same = try await second.device("a", store: a.store)
                try await same.sync()
                // It knows the deletion, and nothing later.
                let stale = try await second.device("b", store: b.store)
                try await stale.sync()
                try await same.sync()
                let fresh = try await second.device("fresh")
                try await fresh.sync()

                for device in [same, stale, fresh] {
                    #expect(try await device.contents()[id] == content)
                    #expect(try await device.agrees())
                    #expect(try await device.store.read { try $0.queue.status() }.pending == 0)
                }
            }
        }
    }

    @Test("A restored event survives when another device had sent the same one from before")
    func takenBackByTwo() async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let b = try await first.device("b")
            let c = try await first.device("c")
            try await a.store.log("Coffee")
            for device in [a, b, c] { try await device.sync() }
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)
            let id = try await a.store.log("Coffee", notes: "black")
            let content = try await self.content(of: id, in: a)
            // A derived event: each device computes the same id.
            try await restore(id, content, on: c)
            try await a.sync()
            try await a.store.write { try $0.entities.delete(id: id) }
            try await a.sync()
            try await b.sync()

            try await TestWorld.run(restoring: backup) { second in
                let fresh = try await second.device("fresh")
                try await fresh.sync()
                try await applySnapshot(a.store, from: fresh.store)
                let early = try await second.device("c", store: c.store)
                try await early.sync()
                try await restore(id, content, on: a)
                let same = try await second.device("a", store: a.store)
                try await same.sync()
                // It knows the deletion, and nothing later.
                let stale = try await second.device("b", store: b.store)
                for _ in 0..<2 {
                    for device in [stale, same, early, fresh] { try await device.sync() }
                }

                for device in [same, stale, early, fresh] {
                    #expect(try await device.contents()[id] == content)
                    #expect(try await device.agrees())
                    #expect(try await device.store.read { try $0.queue.status() }.pending == 0)
                }
            }
        }
    }

    @Test(
        "A restored event survives an edit by a device that never received the deletion",
        arguments: ["before", "since"]
    )
    func takenBackOverAnEdit(_ time: String) async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let b = try await first.device("b")
            let c = try await first.device("c")
            let id = try await a.store.log("Coffee", notes: "as it was")
            for device in [a, b, c] { try await device.sync() }
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)
            let event = try Event(document: Document(json: try await content(of: id, in: a)))
            try await a.store.write { try $0.entities.delete(id: id) }
            try await a.sync()
            try await b.sync()
            // Of two edits in one millisecond, either may win.
            if time == "since" {
                try await Task.sleep(for: .milliseconds(5))
                try await a.store.write { try $0.entities.create(event, id: id) }
                try await Task.sleep(for: .milliseconds(5))
            }
            try await c.store.edit(id) { $0.notes = .set("changed") }
            if time == "before" {
                try await Task.sleep(for: .milliseconds(5))
                try await a.store.write { try $0.entities.create(event, id: id) }
            }

            try await TestWorld.run(restoring: backup) { second in
                var all: [TestDevice] = []
                // The deletion is sent after the edit, and the restored event after both.
                for (name, device) in [("c", c), ("b", b), ("a", a)] {
                    let again = try await second.device(name, store: device.store)
                    try await again.sync()
                    all.append(again)
                }
                for device in all { try await device.sync() }

                for device in all {
                    #expect(try await device.contents()[id] != nil)
                    #expect(try await device.agrees())
                    #expect(try await device.store.read { try $0.queue.status() }.pending == 0)
                }
            }
        }
    }

    @Test("A restored event survives when its deletion was the last mutation sent")
    func deletionUnanswered() async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a") {
                FaultyTransport($0, faults: [nil, .loseAnswer])
            }
            let b = try await first.device("b")
            let id = try await a.store.log("Coffee", notes: "black")
            try await a.sync()
            try await b.sync()
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)
            let content = try await self.content(of: id, in: a)
            try await a.store.write { try $0.entities.delete(id: id) }
            await #expect(throws: (any Error).self) { try await a.sync() }
            try await b.sync()
            #expect(try await b.contents()[id] == nil)
            try await restore(id, content, on: a)

            try await TestWorld.run(restoring: backup) { second in
                // A device that received the deletion repeats it.
                let other = try await second.device("b", store: b.store)
                try await other.sync()
                let same = try await second.device("a", store: a.store)
                try await same.sync()
                try await same.sync()
                try await other.sync()

                for device in [same, other] {
                    #expect(try await device.contents()[id] == content)
                    #expect(try await device.agrees())
                }
            }
        }
    }

    @Test("A deleted type stays deleted, even when it returns under another name")
    func renamed() async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let b = try await first.device("b")
            _ = try await a.store.log("Coffee")
            try await a.sync()
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)
            let id = EntityID.derived(kind: "event_type", naturalKey: "Mood")
            try await a.store.write { try $0.entities.create(EventType(name: "Mood"), id: id) }
            try await a.sync()
            try await b.sync()
            try await b.store.write { try $0.entities.delete(id: id) }
            try await b.sync()

            try await TestWorld.run(restoring: backup) { second in
                let other = try await second.device("other")
                try await other.store.write {
                    try $0.entities.create(
                        EventType(name: "Mood"),
                        id: .derived(kind: "event_type", naturalKey: "another")
                    )
                }
                try await other.sync()
                // It never received the deletion, and finds the name taken.
                let stale = try await second.device("a", store: a.store)
                try await stale.sync()
                try await stale.sync()
                #expect(try await stale.contents()[id] != nil)
                let knowing = try await second.device("b", store: b.store)
                try await knowing.sync()
                try await knowing.sync()
                try await stale.sync()

                for device in [knowing, stale] {
                    #expect(try await device.contents()[id] == nil)
                    #expect(try await device.agrees())
                }
            }
        }
    }

    @Test(
        "A day's result wins over the one it replaced, whichever has more evidence",
        arguments: [false, true]
    )
    func resultOfTheBackup(isOlderKnownElsewhere: Bool) async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let id = try await a.store.log("Coffee")
            var night = try Event(document: Document(json: try await content(of: id, in: a)))
            night.naturalKey = "sleep/2026-01-04/1"
            night.evidence = Evidence(sampleCount: 3, newest: Instant(seconds: 9000))
            try await a.store.write { [night] in
                try $0.entities.update(id: id, change: night.document)
            }
            try await a.sync()
            let b = try await first.device("b")
            try await b.sync()
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)
            // One of the samples now belongs to another day.
            night.evidence = Evidence(sampleCount: 2, newest: Instant(seconds: 6000))
            night.endDate = night.timestamp + .seconds(60)
            try await a.store.write { [night] in
                try $0.entities.update(id: id, change: night.document)
            }
            try await a.sync()
            let content = try await self.content(of: id, in: a)

            try await TestWorld.run(restoring: backup) { second in
                let same = try await second.device("a", store: a.store)
                try await same.sync()
                try await same.sync()
                if isOlderKnownElsewhere {
                    // It knows only the backup's content, and has nothing to send.
                    let other = try await second.device("b", store: b.store)
                    try await other.sync()
                    try await other.sync()
                    try await same.sync()
                    #expect(try await other.contents()[id] == content)
                }
                let fresh = try await second.device("fresh")
                try await fresh.sync()

                #expect(try await same.contents()[id] == content)
                #expect(try await fresh.contents()[id] == content)
                #expect(try await same.agrees())
            }
        }
    }
}
