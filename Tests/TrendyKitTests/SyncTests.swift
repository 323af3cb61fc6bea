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
    @Test("A recorded event reaches another device, field by field")
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
            let status = try await a.store.read { try $0.queue.status() }
            #expect(status.pending == 0)
            #expect(status.lastError == nil)
        }
    }

    @Test("Edits, cleared fields and deletions reach the other device through pulls")
    func changes() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let b = try await world.device("b")
            let kept = try await a.store.log("Coffee", notes: "black")
            let gone = try await a.store.log("Coffee")
            try await a.sync()
            try await b.sync()

            try await a.store.edit(kept) { $0.notes = .clear }
            try await a.store.write { try $0.entities.delete(id: gone) }
            try await a.sync()
            let report = try await b.sync()

            #expect(report.pulled == 2)
            #expect(try await b.contents() == a.contents())
            #expect(try await b.store.read { try $0.entities.fetch(id: gone) } == nil)
            let event = try await b.store.read { try $0.entities.fetch(id: kept) }
            #expect(try event?.document()["notes"] == nil)
        }
    }

    @Test("A device does not pull its own writes")
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

    @Test("A long queue is sent in few requests, with progress after each")
    func fewRequests() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            // With a real clock, slow pushes on a slow machine would shrink the next batches.
            let device = try await world.device("a", clock: SteppingClock()) { box.wrap($0) }
            try await device.sync()
            let type = try await device.store.write {
                try $0.entities.create(EventType(name: "Coffee"))
            }
            let dependencies = Dependencies.live()
            try await device.store.write { transaction in
                try transaction.entities.create(
                    (Int64(0)..<5_000).map { index in
                        let time = Instant(seconds: 1_768_000_000 + index)
                        let event = Event(eventTypeID: type, timestamp: time, sourceType: .manual)
                        return (dependencies.ids.next(), event)
                    }
                )
            }
            let transport = try #require(box.transport)
            let reported = Mutex<[SyncProgress]>([])
            transport.duringEachPush {
                if let progress = await device.coordinator.progress {
                    reported.withLock { $0.append(progress) }
                }
            }

            let report = try await device.sync()

            #expect(report.pushed == 5_001)
            #expect(transport.pushCount <= 12)
            let progress = reported.withLock { $0 }
            #expect(progress.first == .pushing(done: 0, total: 5_001))
            // The result of the previous batch may still be being stored.
            let done = progress.map { step in
                if case .pushing(let done, total: 5_001) = step { done } else { -1 }
            }
            #expect(done == done.sorted())
            #expect(done.last.map { $0 >= 4_000 } == true)
        }
    }

    @Test("While batches fail, the progress counts only accepted mutations")
    func progressWhileFailing() async throws {
        try await TestWorld.run { world in
            let device = try await world.device("a", clock: SteppingClock()) {
                FaultyTransport($0, faults: [nil, .loseAnswer])
            }
            let type = try await device.store.write {
                try $0.entities.create(EventType(name: "Coffee"))
            }
            let dependencies = Dependencies.live()
            try await device.store.write { transaction in
                try transaction.entities.create(
                    (Int64(0)..<1_500).map { index in
                        let time = Instant(seconds: 1_768_000_000 + index)
                        let event = Event(eventTypeID: type, timestamp: time, sourceType: .manual)
                        return (dependencies.ids.next(), event)
                    }
                )
            }

            await #expect(throws: SyncFailure.self) { try await device.sync() }
            let status = try await device.store.read { try $0.queue.status() }

            #expect(status.pending == 1_001)
            #expect(status.lastFailure == SyncFailure.Code.offline.rawValue)
            #expect(try await device.sync().pushed == 1_001)
            #expect(try await device.agrees())
        }
    }

    @Test(
        "A lost request or response is repeated with the same key: nothing is lost or doubled",
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
                    #expect(try await a.store.read { try $0.queue.status() }.lastError != nil)
                }
            }

            try await a.sync()
            try await b.sync()

            #expect(try await b.contents().count == 701)
            #expect(try await a.contents() == b.contents())
            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
            #expect(try await a.store.read { try $0.queue.status() }.lastError == nil)
        }
    }

    @Test("An edit made while its creation is in flight is sent afterwards")
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

            #expect(
                try await b.store.read { try $0.entities.fetch(id: id) }?.document()["notes"]?
                    .string == "second"
            )
            #expect(try await a.contents() == b.contents())
        }
    }

    @Test("Requests during a run cause exactly one more run")
    func singleFlight() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let a = try await world.device("a") { box.wrap($0) }
            try await a.sync()
            try await a.store.log("Coffee")
            let runs = RunCounter()
            box.transport?.duringNextPush {
                // Each waits for the following run, so they are not awaited here.
                for _ in 0..<5 { await runs.start { try await a.sync() } }
                try await a.store.log("Tea")
            }

            try await a.sync()
            let reports = try await runs.reports()

            #expect(reports.count == 5)
            #expect(Set(reports.map(\.pushed)).count == 1)
            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
        }
    }

    @Test(
        "A server restored from a backup gets the lost entities, fields and deletions again",
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
            try await a.store.write { try $0.entities.delete(id: deleted) }
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
                #expect(try await same.store.read { try $0.queue.status() }.pending == 0)
            }
        }
    }

    @Test("With a cursor of another server, the device reads everything and sends all its data")
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
                let foreign = try #require(try await a.store.read { try $0.sync.cursor() })
                let moved = try await second.device("a", store: a.store)

                let refusal = await #expect(throws: SyncFailure.self) {
                    _ = try await moved.transport.changes(since: foreign, limit: 10)
                }
                let report = try await moved.sync()
                try await other.sync()

                #expect(refusal?.code == .cursorExpired)
                // No mutation was sent before.
                #expect(report.bootstrapped == 2)
                #expect(report.failed == 0)
                let contents = try await moved.contents()
                #expect(before.allSatisfy { contents[$0.key] == $0.value })
                #expect(contents.count == before.count + 2)
                #expect(contents[sent] != nil && contents[unsent] != nil)
                #expect(try await other.contents() == contents)
                #expect(try await moved.agrees())
                #expect(try await moved.store.read { try $0.queue.status() }.pending == 0)
            }
        }
    }

    @Test("A device keeps the same timestamps as the server, whatever the result of a mutation")
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
            let tea = try await b.store.log("Tea")
            try await b.store.write { try $0.entities.delete(id: tea) }
            try await b.sync()
            try await a.sync()

            #expect(try await a.times() == b.times())
            #expect(try await a.times().count == 5)
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

/// Starts syncs and collects their reports.
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
}

extension TestDevice {
    /// The creation and update times of each live entity.
    fileprivate func times() async throws -> [EntityID: [Instant]] {
        let types = try await store.read { try $0.entities.fetchAll(kind: .eventType) }
        let events = try await store.read { try $0.entities.events(EventFilter(limit: 1000)) }
        return Dictionary(
            uniqueKeysWithValues: (types + events).map { ($0.id, [$0.createdAt, $0.updatedAt]) }
        )
    }
}
