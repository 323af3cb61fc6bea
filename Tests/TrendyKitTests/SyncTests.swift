import Synchronization
import Testing
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Sync between devices")
struct SyncTests {
    @Test("What one device records reaches another, field by field")
    func reaches() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            try await a.store.log("Coffee", notes: "caf\u{E9} cafe\u{301} 9007199254740993")

            let sent = try await a.sync()
            let received = try await b.sync()

            #expect(sent.pushed == 2)
            #expect(received.bootstrapped == 2)
            #expect(try await a.contents() == b.contents())
            #expect(try await a.agrees())
            #expect(try await b.agrees())
            let status = try await a.store.status()
            #expect(status.pending == 0)
            #expect(status.lastError == nil)
        }
    }

    @Test("Edits, clears and deletions reach the other device through pulls")
    func changes() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            let kept = try await a.store.log("Coffee", notes: "black")
            let gone = try await a.store.log("Coffee")
            try await a.sync()
            try await b.sync()

            try await a.store.edit(kept) { $0.notes = .clear }
            try await a.store.delete(id: gone)
            try await a.sync()
            let report = try await b.sync()

            #expect(report.pulled == 2)
            #expect(try await b.contents() == a.contents())
            #expect(try await b.store.entity(id: gone) == nil)
            let event = try await b.store.entity(id: kept)
            #expect(try event?.document()["notes"] == nil)
        }
    }

    @Test("A device does not read its own writes again")
    func noEcho() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            try await a.sync()
            for index in 0..<1200 { try await a.store.log("Coffee", at: Int64(index)) }

            let report = try await a.sync()

            #expect(report.pushed == 1201)
            #expect(report.pulled == 0)
            #expect(try await a.agrees())
        }
    }

    @Test("A long queue leaves in few requests, and its progress is told after each")
    func fewRequests() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            // On a slow machine a push would take so long that the next ones were smaller.
            let device = try await world.device("a", clock: SteppingClock()) { box.wrap($0) }
            try await device.sync()
            let type = try await device.store.create(EventType(name: "Coffee"))
            let dependencies = Dependencies.live()
            try await device.store.create(
                (Int64(0)..<5_000).map { index in
                    let time = Instant(seconds: 1_768_000_000 + index)
                    let event = Event(eventTypeID: type, timestamp: time, sourceType: .manual)
                    return (dependencies.ids.next(), event)
                }
            )
            let transport = try #require(box.transport)
            let told = Mutex<[SyncProgress]>([])
            transport.duringEachPush {
                if let progress = await device.coordinator.progress {
                    told.withLock { $0.append(progress) }
                }
            }

            let report = try await device.sync()

            #expect(report.pushed == 5_001)
            #expect(transport.pushCount <= 12)
            let progress = told.withLock { $0 }
            #expect(progress.first == .pushing(done: 0, total: 5_001))
            // The answer to the batch before may still be being stored.
            let done = progress.map { step in
                if case .pushing(let done, total: 5_001) = step { done } else { -1 }
            }
            #expect(done == done.sorted())
            #expect(done.last.map { $0 >= 4_000 } == true)
        }
    }

    @Test("While batches fail, the progress says what was really taken")
    func progressWhileFailing() async throws {
        try await TestWorld.run { world in
            let device = try await world.device("a", clock: SteppingClock()) {
                FaultyTransport($0, faults: [nil, .loseAnswer])
            }
            let type = try await device.store.create(EventType(name: "Coffee"))
            let dependencies = Dependencies.live()
            try await device.store.create(
                (Int64(0)..<1_500).map { index in
                    let time = Instant(seconds: 1_768_000_000 + index)
                    let event = Event(eventTypeID: type, timestamp: time, sourceType: .manual)
                    return (dependencies.ids.next(), event)
                }
            )

            await #expect(throws: SyncFailure.self) { try await device.sync() }
            let status = try await device.store.status()

            #expect(status.pending == 1_001)
            #expect(status.lastFailure == SyncFailure.Code.offline.rawValue)
            #expect(try await device.sync().pushed == 1_001)
            #expect(try await device.agrees())
        }
    }

    @Test("Different fields of one event merge; nothing is journaled")
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
            let document = try #require(try await a.store.entity(id: id)?.document())
            #expect(document["notes"]?.string == "from a")
            #expect(document["location_name"]?.string == "from b")
            #expect(try await b.store.conflicts().isEmpty)
        }
    }

    @Test("The same field on two devices: the later edit stands, the other is in the journal")
    func sameField() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            let id = try await a.store.log("Coffee", notes: "old")
            try await a.sync()
            try await b.sync()
            try await a.store.edit(id) { $0.notes = .set("earlier") }
            // Edits are told apart by the millisecond.
            try await Task.sleep(for: .milliseconds(20))
            try await b.store.edit(id) { $0.notes = .set("later") }

            try await a.sync()
            try await b.sync()
            try await a.sync()

            #expect(try await a.contents() == b.contents())
            #expect(try await a.store.entity(id: id)?.document()["notes"]?.string == "later")
            let loss = try #require(try await b.store.conflicts().first?.loss)
            #expect(loss.field == "notes")
            #expect(loss.base?.string == "old")
            #expect(loss.remote?.string == "earlier")
            #expect(loss.local?.string == "later")
            #expect(loss.isLocalWinner)
            let open = try await b.store.conflicts()
            try await b.store.takeBackConflict(try #require(open.first).id)
            try await b.sync()
            try await a.sync()
            #expect(try await a.store.entity(id: id)?.document()["notes"]?.string == "earlier")
            #expect(try await b.store.conflicts().isEmpty)
            let again = await #expect(throws: StoreError.self) {
                try await b.store.takeBackConflict(try #require(open.first).id)
            }
            #expect(again?.code == .notFound)
        }
    }

    @Test("A lost value that makes an entity too large is not taken back, and stays in the journal")
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
                try await device.store.update(id: id, change: change)
            }
            try await edit(a, "future", bytes: 700_000)
            // Edits are told apart by the millisecond.
            try await Task.sleep(for: .milliseconds(20))
            try await edit(b, "future", bytes: 7)
            try await a.sync()
            try await b.sync()
            try await edit(b, "other", bytes: 600_000)

            let open = try #require(try await b.store.conflicts().first)
            let refused = await #expect(throws: StoreError.self) {
                try await b.store.takeBackConflict(open.id)
            }

            #expect(refused?.code == .invalid)
            #expect(try await b.store.conflicts().map(\.id) == [open.id])
            try await b.sync()
            #expect(try await b.store.status().failed == 0)
        }
    }

    @Test("A type that goes with its events waits for those that another device has edited")
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

            let type = try #require(try await a.store.entities(kind: .eventType).first).id
            try await a.store.delete(id: type, cascade: true)
            try await a.sync()
            try await a.sync()
            try await b.sync()

            let status = try await a.store.status()
            #expect(status.failed == 0 && status.pending == 0)
            #expect(try await b.store.entities(kind: .eventType).isEmpty)
            #expect(try await b.store.events().isEmpty)
        }
    }

    @Test("An edit against a deletion: it stays deleted, and the edit is in the journal")
    func editAgainstDelete() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            let id = try await a.store.log("Coffee")
            try await a.sync()
            try await b.sync()
            try await a.store.delete(id: id)
            try await b.store.edit(id) { $0.notes = .set("kept") }

            try await a.sync()
            try await b.sync()

            #expect(try await b.store.entity(id: id) == nil)
            let entry = try #require(try await b.store.conflicts().first)
            let kept = try Document(json: try #require(entry.loss.loser))
            #expect(kept["notes"]?.string == "kept")
            #expect(try await b.store.status().pending == 0)
            #expect(try await a.agrees())
            #expect(try await b.agrees())

            try await b.store.takeBackConflict(entry.id)
            try await b.sync()
            try await a.sync()

            #expect(try await a.store.entity(id: id)?.document()["notes"]?.string == "kept")
            #expect(try await a.contents() == b.contents())
            #expect(try await b.store.conflicts().isEmpty)
        }
    }

    @Test("A pull never overwrites what waits to be sent, nor brings back what was deleted here")
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
            try await b.store.delete(id: deleted)
            try await a.store.edit(edited) { $0.notes = .set("new") }
            try await a.store.edit(deleted) { $0.notes = .set("new") }
            try await a.sync()

            let page = try await b.transport.changes(
                since: try await b.store.cursor(),
                limit: 100
            )
            try await b.store.apply(
                changes: page.changes,
                cursor: page.nextCursor.description,
                policy: ConflictResolver()
            )

            let document = try #require(try await b.store.entity(id: edited)?.document())
            #expect(document["notes"]?.string == "new")
            #expect(document["location_name"]?.string == "here")
            #expect(try await b.store.entity(id: deleted) == nil)
            try await b.sync()
            try await a.sync()
            #expect(try await a.contents() == b.contents())
            #expect(try await a.store.entity(id: deleted) == nil)
        }
    }

    @Test(
        "A lost request or answer is repeated under the same key: nothing is lost or doubled",
        arguments: [
            [.loseAnswer], [.loseRequest], [.loseAnswer, .loseAnswer, .loseRequest, .loseAnswer],
            [nil, .loseAnswer, nil, .loseRequest],
        ] as [[FaultyTransport.Fault?]]
    )
    func lostAnswers(faults: [FaultyTransport.Fault?]) async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a") { FaultyTransport($0, faults: faults) }
            let b = try await world.device("b")
            for index in 0..<700 { try await a.store.log("Coffee", at: Int64(index)) }
            for _ in faults {
                do {
                    try await a.sync()
                } catch let failure as SyncFailure {
                    #expect(failure.code == .offline)
                    #expect(try await a.store.status().lastError != nil)
                }
            }

            try await a.sync()
            try await b.sync()

            #expect(try await b.contents().count == 701)
            #expect(try await a.contents() == b.contents())
            #expect(try await a.store.status().pending == 0)
            #expect(try await a.store.status().lastError == nil)
        }
    }

    @Test("An edit made while its creation is on its way is sent afterwards, not lost")
    func editInFlight() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let a = try await world.device("a") { box.wrap($0) }
            let b = try await world.device("b")
            let id = try await a.store.log("Coffee", notes: "first")
            box.transport?.duringNextPush {
                try await a.store.edit(id) { $0.notes = .set("second") }
            }

            try await a.sync()
            try await b.sync()

            #expect(try await b.store.entity(id: id)?.document()["notes"]?.string == "second")
            #expect(try await a.contents() == b.contents())
        }
    }

    @Test("Two types with one name, made offline: both stay, the second under a numbered name")
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

            let names = try await a.store.entities(kind: .eventType).map {
                try EventType(document: $0.document()).name
            }
            #expect(names == ["Coffee", "coffee 2"])
            #expect(try await a.contents() == b.contents())
            #expect(try await b.store.conflicts().map(\.loss.field) == ["name"])
            #expect(try await a.contents().count == 4)
        }
    }

    @Test("Requests during a run cause exactly one more")
    func singleFlight() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let a = try await world.device("a") { box.wrap($0) }
            try await a.sync()
            try await a.store.log("Coffee")
            let runs = RunCounter()
            box.transport?.duringNextPush {
                // Each waits for the one run that follows, so they are not waited for here.
                for _ in 0..<5 { await runs.start { try await a.sync() } }
                try await a.store.log("Tea")
            }

            try await a.sync()
            let reports = try await runs.reports()

            #expect(reports.count == 5)
            #expect(Set(reports.map(\.pushed)).count == 1)
            #expect(try await a.store.status().pending == 0)
        }
    }

    @Test(
        "A server put back from a backup gets again what it lost: entities, fields, deletions",
        arguments: [true, false]
    )
    func restoredServer(isManual: Bool) async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let edited = try await a.store.log("Coffee", notes: "old")
            let deleted = try await a.store.log("Coffee")
            try await a.sync()
            let backup = first.directory + "/backup.sqlite"
            try await first.backUp(to: backup)
            try await a.store.edit(edited) { $0.notes = .set("new") }
            try await a.store.delete(id: deleted)
            let recorded = try await a.store.log("Tea")
            try await a.sync()
            let before = try await a.contents()

            try await TestWorld.run(restoring: backup, isManual: isManual) { second in
                let same = try await second.device("a", store: a.store)
                try await same.sync()
                let fresh = try await second.device("fresh")
                try await fresh.sync()

                #expect(try await same.contents() == before)
                #expect(try await fresh.contents() == before)
                #expect(before[recorded] != nil && before[deleted] == nil)
                #expect(try await same.agrees())
                #expect(try await same.store.status().pending == 0)
            }
        }
    }

    @Test("A cursor of another server: the device reads anew and brings along all that it has")
    func anotherServer() async throws {
        try await TestWorld.run { first in
            let a = try await first.device("a")
            let sent = try await a.store.log("Coffee", notes: "sent")
            try await a.sync()
            let unsent = try await a.store.log("Tea", notes: "unsent")
            try await a.store.edit(sent) { $0.notes = .set("edited") }
            let before = try await a.contents()
            try await TestWorld.run { second in
                let other = try await second.device("other")
                try await other.store.log("Water")
                try await other.sync()
                let foreign = try #require(try await a.store.cursor())
                let moved = try await second.device("a", store: a.store)

                let refusal = await #expect(throws: SyncFailure.self) {
                    _ = try await moved.transport.changes(since: foreign, limit: 10)
                }
                let report = try await moved.sync()
                try await other.sync()

                #expect(refusal?.code == .cursorExpired)
                // Nothing had gone ahead of it.
                #expect(report.bootstrapped == 2)
                #expect(report.failed == 0)
                let contents = try await moved.contents()
                #expect(before.allSatisfy { contents[$0.key] == $0.value })
                #expect(contents.count == before.count + 2)
                #expect(contents[sent] != nil && contents[unsent] != nil)
                #expect(try await other.contents() == contents)
                #expect(try await moved.agrees())
                #expect(try await moved.store.status().pending == 0)
            }
        }
    }

    @Test("Accounts never see each other's data")
    func isolation() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a", email: "a@example.org")
            let b = try await world.device("b", email: "b@example.org")
            try await a.store.log("Secret")
            try await a.sync()
            try await b.sync()

            #expect(try await b.contents().isEmpty)
        }
    }
}

/// Starts syncs and gathers their reports.
actor RunCounter {
    private var tasks: [Task<SyncReport, any Error>] = []

    func start(_ body: @escaping @Sendable () async throws -> SyncReport) {
        tasks.append(Task { try await body() })
    }

    func reports() async throws -> [SyncReport] {
        var reports: [SyncReport] = []
        for task in tasks { reports.append(try await task.value) }
        return reports
    }

    @Test("A type that asks first: the other device's value stands until the person decides")
    func asksBeforeResolving() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            let id = try await a.store.log("Mood", notes: "fine")
            try await a.sync()
            try await b.sync()
            let type = try #require(try await b.store.entities(kind: .eventType).first)
            try await b.store.setAsksBeforeResolving(true, eventType: type.id)
            try await a.store.edit(id) { $0.notes = .set("earlier") }
            try await Task.sleep(for: .milliseconds(20))
            try await b.store.edit(id) { $0.notes = .set("later") }
            try await a.sync()
            try await b.sync()

            #expect(try await b.store.entity(id: id)?.document()["notes"]?.string == "earlier")
            let conflict = try #require(try await b.store.conflicts().first)
            #expect(conflict.loss.loser?.string == "later")
            try await b.store.takeBackConflict(conflict.id)
            try await b.sync()
            try await a.sync()
            #expect(try await a.store.entity(id: id)?.document()["notes"]?.string == "later")
            #expect(try await a.contents() == b.contents())
        }
    }

    @Test("A device keeps the times that the server keeps, whatever became of a mutation")
    func times() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            try await a.sync()
            try await b.sync()
            // A taken name, an edit before the first send, one after it, and a deletion.
            let edited = try await a.store.log("Coffee")
            let other = try await b.store.log("Coffee")
            try await Task.sleep(for: .milliseconds(5))
            try await a.store.edit(edited) { $0.notes = .set("before it was sent") }
            try await a.sync()
            try await b.sync()
            try await b.store.edit(other) { $0.notes = .set("after it was sent") }
            try await b.store.delete(id: try await b.store.log("Tea"))
            try await b.sync()
            try await a.sync()

            #expect(try await a.times() == b.times())
            #expect(try await a.times().count == 5)
        }
    }

    @Test("A name that is taken: its owner is known at once, and taking it back is refused")
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

            let names = try await b.store.entities(kind: .eventType).map {
                try EventType(document: $0.document()).name
            }
            #expect(names.sorted() == ["Coffee", "Coffee 2"])
            let conflict = try #require(try await b.store.conflicts().first)
            #expect(conflict.loss.loser?.string == "Coffee")
            #expect(conflict.loss.winner?.string == "Coffee 2")
            await #expect(throws: StoreError.self) {
                try await b.store.takeBackConflict(conflict.id)
            }
            #expect(try await b.store.conflicts().count == 1)
        }
    }
}

/// A network on which changes never arrive.
private struct NoPull: TransportWrapper {
    let base: any SyncTransport

    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        throw SyncFailure(code: .offline, message: "The network is gone.")
    }
}

extension TestDevice {
    /// When each live entity was made and changed.
    fileprivate func times() async throws -> [EntityID: [Instant]] {
        let types = try await store.entities(kind: .eventType)
        let events = try await store.events(EventFilter(limit: 1000))
        return Dictionary(
            uniqueKeysWithValues: (types + events).map { ($0.id, [$0.createdAt, $0.updatedAt]) }
        )
    }
}
