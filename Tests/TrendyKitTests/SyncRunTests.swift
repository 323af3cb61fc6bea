import Foundation
import GRDB
import Synchronization
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyStore
@testable import TrendySync

@Suite("The steps of a sync run")
struct SyncRunTests {
    private static let lost = SyncFailure(code: .offline, reason: .offline)

    @Test("Changes that are pending when the cursor expires are sent in the same run")
    func expired() async throws {
        try await ScriptedDevice.run { device in
            try await device.createTypes("Coffee")
            let lines = [
                SnapshotLine.header(cursor: Cursor(epoch: "e", version: 5), counts: [:]), .complete,
            ]
            let isFirst = Mutex(true)
            device.server.script { script in
                script.snapshot = { _, receive in try await receive(lines) }
                script.push = { _, _ in
                    let isExpired = isFirst.withLock { first in
                        defer { first = false }
                        return first
                    }
                    guard isExpired else { return }
                    throw SyncFailure(Problem(.cursorExpired, detail: "The cursor is too old."))
                }
            }

            let report = try await device.coordinator().sync()

            #expect(report.bootstrapped == 0 && report.pushed == 1 && report.repaired == 0)
            #expect(try await device.status().pending == 0)
            #expect(device.server.pushes == [1, 1])
            let types = try await device.store.read { try $0.entities.fetchAll(kind: .eventType) }
            #expect(types.map(\.version) == [6])
        }
    }

    @Test("A cursor that stays expired ends the run with the last round")
    func alwaysExpired() async throws {
        try await ScriptedDevice.run { device in
            try await device.createTypes("Coffee")
            var limits = SyncLimits()
            limits.rounds = 2
            let lines = [
                SnapshotLine.header(cursor: Cursor(epoch: "e", version: 5), counts: [:]), .complete,
            ]
            device.server.script { script in
                script.snapshot = { _, receive in try await receive(lines) }
                script.push = { _, _ in
                    throw SyncFailure(Problem(.cursorExpired, detail: "The cursor is too old."))
                }
            }

            let failure = await #expect(throws: SyncFailure.self) {
                try await device.coordinator(limits: limits).sync()
            }

            #expect(failure?.code == .cursorExpired)
            #expect(device.server.requests == [.push(1), .snapshot(after: nil), .push(1)])
            #expect(try await device.runs().map(\.failure) == ["cursorExpired"])
        }
    }

    @Test("The progress counts accepted mutations batch by batch, and then received changes")
    func progress() async throws {
        try await ScriptedDevice.run { device in
            var limits = SyncLimits()
            limits.pushMutations = 1
            try await device.createTypes("Coffee", "Tea", "Water")
            let change = Entity.type(1, version: 9)
            // Device and server were compared today.
            try await device.store.write { try $0.sync.recordDriftCheck(problem: nil) }
            device.server.script { $0.changes = { $0.changes = [change] } }
            let seen = Mutex<[SyncProgress]>([])
            let coordinator = device.coordinator(limits: limits) { progress in
                seen.withLock { $0.append(progress) }
            }

            #expect(try await coordinator.sync().pulled == 1)

            let pushing = (0...3).map { SyncProgress.pushing(done: $0, total: 3) }
            #expect(seen.withLock { Array($0.prefix(5)) } == pushing + [.pulling(received: 1)])
            #expect(await coordinator.progress == nil)
        }
    }

    @Test("The first run applies the quarantined changes that this version can read")
    func quarantined() async throws {
        try await ScriptedDevice.run { device in
            let entity = Entity.type(1, version: 4)
            var page = ChangePage(
                changes: [entity],
                nextCursor: Cursor(epoch: "e", version: 4),
                hasMore: false
            )
            let text = String(decoding: page.json, as: UTF8.self)
            let start = try #require(text.range(of: #""data":"#)).upperBound
            let end = try #require(text.range(of: #"}],"next_cursor""#)).lowerBound
            let json = RawJSON(unchecked: text[start..<end].utf8)
            page.changes = []
            page.unreadable = [
                UnreadableChange(entityID: entity.id, kind: "event_type", reason: "new", json: json)
            ]
            try await device.store.write { [page] in
                try $0.sync.apply(
                    changes: [],
                    unreadable: page.unreadable,
                    cursor: "e-5",
                    policy: ConflictResolver()
                )
            }
            device.server.script { $0.changes = { _ in throw Self.lost } }

            await #expect(throws: SyncFailure.self) { try await device.coordinator().sync() }

            #expect(try await device.fetch(entity.id)?.content == entity.content)
            #expect(try await device.status().quarantined == 0)
        }
    }

    @Test("A pull reads as many pages as it may, and stops between two pages at its deadline")
    func pages() async throws {
        for (most, seconds, pages) in [(2, 60, 2), (1, 60, 1), (2, 0, 1)] {
            try await ScriptedDevice.run { device in
                var limits = SyncLimits()
                limits.pages = most
                device.server.script { script in
                    script.changes = { [server = device.server] page in
                        let number = UInt64(server.requests.count)
                        page.changes = [.type(number, version: 5 + Int64(number))]
                        page.nextCursor = Cursor(epoch: "e", version: 5 + Int64(number))
                        page.hasMore = number < 2
                    }
                }
                let deadline = SyncDeadline { [server = device.server] in
                    server.requests.isEmpty ? .seconds(60) : .seconds(seconds)
                }
                try await device.store.write { try $0.sync.recordDriftCheck(problem: nil) }

                do {
                    let report = try await device.coordinator(limits: limits).sync(until: deadline)
                    #expect(report.pulled == pages && report.isPartial == (seconds == 0))
                } catch let failure as SyncFailure {
                    #expect(most == 1 && failure.reason == .endlessChanges)
                }

                let asked = (0..<pages).map {
                    ScriptedServer.Request.changes(since: "e-\(5 + $0)")
                }
                #expect(device.server.requests == asked)
                #expect(try await device.status().cursor == "e-\(5 + pages)")
            }
        }
    }

    @Test("Device and server are compared once a day, and at once when the clock went back")
    func compared() async throws {
        try await ScriptedDevice.run { device in
            let coordinator = device.coordinator()
            for (advance, digests) in [
                (Duration.zero, 1), (.zero, 1), (.seconds(86_400) - .milliseconds(1), 1),
                (.milliseconds(1), 2), (.milliseconds(-1), 3),
            ] {
                device.wall.advance(by: advance)
                let ample = SyncDeadline { .seconds(60) }
                let report = try await coordinator.sync(until: ample)
                #expect(!report.isPartial)
                #expect(device.server.requests.count { $0 == .digest("") } == digests)
                #expect(try await device.status().drift == nil)
            }
        }
    }

    @Test("On a restricted network, device and server are compared once a week")
    func comparedWeekly() async throws {
        try await ScriptedDevice.run { device in
            let coordinator = device.coordinator()
            await coordinator.restrictNetwork(true)
            for (advance, digests) in [
                (Duration.zero, 1), (.seconds(7 * 86_400) - .milliseconds(1), 1),
                (.milliseconds(1), 2),
            ] {
                device.wall.advance(by: advance)
                _ = try await coordinator.sync()
                #expect(device.server.requests.count { $0 == .digest("") } == digests)
            }
            device.wall.advance(by: .seconds(86_400))
            await coordinator.restrictNetwork(false)
            _ = try await coordinator.sync()
            #expect(device.server.requests.count { $0 == .digest("") } == 3)
        }
    }

    @Test("Without time for another request, device and server are not compared")
    func noTimeToCompare() async throws {
        try await ScriptedDevice.run { device in
            var limits = SyncLimits()
            limits.driftRounds = 0
            let deadline = SyncDeadline { [server = device.server] in
                server.requests.isEmpty ? .seconds(60) : .zero
            }

            let report = try await device.coordinator(limits: limits).sync(until: deadline)

            #expect(report.isPartial)
            #expect(device.server.requests == [.changes(since: "e-5")])
            #expect(try await device.runs().map(\.outcome) == [.partial])
        }
    }

    @Test("The cause of an unreadable answer is logged, of a pull and of a comparison")
    func causes() async throws {
        let failure = SyncFailure(JSONError(offset: 7, message: "An entity lacks a field"))
        for isPull in [true, false] {
            try await ScriptedDevice.run { device in
                device.server.script { script in
                    if isPull {
                        script.changes = { _ in throw failure }
                    } else {
                        script.digest = { _ in throw failure }
                    }
                }

                do {
                    _ = try await device.coordinator().sync()
                    #expect(!isPull)
                } catch let failure as SyncFailure {
                    #expect(isPull && failure.code == .malformedAnswer)
                }

                #expect(device.log.text.contains("cause=An entity lacks a field at byte 7"))
                let drift = try await device.status().drift
                #expect(drift == (isPull ? nil : .notCompared(.unreadableAnswer)))
            }
        }
    }

    private static func cancelTask() { withUnsafeCurrentTask { $0?.cancel() } }

    @Test("A cancelled run sends no further batch and stores that it was cancelled")
    func cancelled() async throws {
        try await ScriptedDevice.run { device in
            var limits = SyncLimits()
            limits.pushMutations = 1
            try await device.createTypes("Coffee", "Tea", "Water")
            device.server.script { script in
                script.push = { _, _ in Self.cancelTask() }
            }
            let coordinator = device.coordinator(limits: limits)

            let run = Task { try await coordinator.sync() }
            await #expect(throws: CancellationError.self) { try await run.value }

            #expect(device.server.requests == [.push(1)])
            #expect(try await device.runs().map(\.outcome) == [.cancelled])
            device.server.script { $0.push = { _, _ in } }
            #expect(try await coordinator.sync().pushed == 3)
        }
    }

    @Test(
        "Batches shrink after answers that took more than 15 s",
        arguments: [(15_001, [8, 4]), (15_000, [8, 8]), (5_000, [8, 8])]
    )
    func slowAnswers(milliseconds: Int, sizes: [Int]) async throws {
        try await ScriptedDevice.run { device in
            var limits = SyncLimits()
            limits.pushMutations = 8
            try await device.store.write { transaction in
                for index in 0..<24 {
                    _ = try transaction.entities.create(EventType(name: "Type \(index)"))
                }
            }
            device.server.script { script in
                script.push = { [clock = device.clock] _, _ in
                    clock.advance(by: .milliseconds(milliseconds))
                }
            }

            #expect(try await device.coordinator(limits: limits).sync().pushed == 24)

            #expect(Array(device.server.pushes.prefix(2)) == sizes)
        }
    }

    @Test("A run after a lost batch begins with half of it; a lost single mutation changes nothing")
    func lostBatch() async throws {
        for (names, sizes) in [(["Coffee", "Tea"], [2, 1, 1]), (["Coffee"], [1, 2])] {
            try await ScriptedDevice.run { device in
                var limits = SyncLimits()
                limits.pushMutations = 2
                for name in names { try await device.createTypes(name) }
                device.server.script { $0.push = { _, _ in throw Self.lost } }
                let coordinator = device.coordinator(limits: limits)
                await #expect(throws: SyncFailure.self) { try await coordinator.sync() }
                if names.count == 1 { try await device.createTypes("Water") }
                device.server.script { $0.push = { _, _ in } }

                #expect(try await coordinator.sync().pushed == 2)

                #expect(device.server.pushes == sizes)
            }
        }
    }

    @Test("After a push with an unreadable result, the pull begins before the push")
    func unreadableResult() async throws {
        try await ScriptedDevice.run { device in
            try await device.createTypes("Coffee", "Tea")
            device.server.script { script in
                script.push = { request, answer in
                    answer.results = request.mutations.enumerated().map { index, mutation in
                        // The second result lacks its version.
                        PushResult(id: mutation.id, status: .applied, version: index == 0 ? 6 : nil)
                    }
                    (answer.previousCursor, answer.cursor) = ("e-5", "e-7")
                }
                script.changes = { _ in throw Self.lost }
            }

            await #expect(throws: SyncFailure.self) { try await device.coordinator().sync() }

            #expect(device.server.requests == [.push(2), .changes(since: "e-5")])
            #expect(try await device.status().pending == 1)
        }
    }

    @Test("A run tries a limited number of mutations alone, and the next one begins with others")
    func suspects() async throws {
        try await ScriptedDevice.run { device in
            var limits = SyncLimits()
            limits.suspects = 2
            try await device.createTypes("Coffee", "Tea", "Water")
            let pushed = Mutex<[[EntityID]]>([])
            device.server.script { script in
                script.push = { request, _ in
                    pushed.withLock { $0.append(request.mutations.map(\.entityID)) }
                    var problem = Problem(.internal, detail: "An intermediary failed.")
                    problem.status = 502
                    throw SyncFailure(problem)
                }
            }
            let coordinator = device.coordinator(limits: limits)

            await #expect(throws: SyncFailure.self) { try await coordinator.sync() }

            let first = pushed.withLock { $0 }
            #expect(first.map(\.count) == [3, 1, 1])
            await #expect(throws: SyncFailure.self) { try await coordinator.sync() }
            let second = pushed.withLock { Array($0.dropFirst(3)) }
            #expect(second.first == [first[0][2]])
            #expect(first[1] == [first[0][0]] && first[2] == [first[0][1]])
            #expect(try await device.status().pending == 3)
        }
    }

    @Test("An entity that conflicts again and again is merged a limited number of times")
    func repeatedConflicts() async throws {
        try await ScriptedDevice.run { device in
            var limits = SyncLimits()
            limits.mergesOfEntity = 2
            let id = Entity.type(1, version: 2).id
            try await device.apply([.type(1, version: 2)], cursor: "e-5")
            let edit = Document([.init(name: "name", value: RawJSON("Mine"))])
            try await device.store.write { try $0.entities.update(id: id, change: edit) }
            device.server.script { script in
                script.push = { [server = device.server] request, answer in
                    let count = server.pushes.count
                    // Ends the run of a device that would never stop.
                    guard count < 20 else { throw Self.lost }
                    let theirs = Entity.type(1, version: 5 + Int64(count), name: "Theirs \(count)")
                    answer.results = request.mutations.map {
                        PushResult(id: $0.id, status: .conflict, entity: theirs)
                    }
                }
            }

            let failure = await #expect(throws: SyncFailure.self) {
                try await device.coordinator(limits: limits).sync()
            }

            #expect(failure?.reason == .repeatedConflicts)
            #expect(device.server.pushes == [1, 1, 1])
            #expect(try await device.fetch(id)?.document()["name"]?.string == "Mine")
        }
    }

    @Test("When every result of a push is unreadable, the mutations are tried one by one")
    func unreadableResults() async throws {
        try await ScriptedDevice.run { device in
            try await device.createTypes("Coffee", "Tea")
            device.server.script { script in
                script.push = { request, answer in
                    answer.results = request.mutations.map {
                        PushResult(id: $0.id, status: .applied)
                    }
                }
            }

            let failure = await #expect(throws: SyncFailure.self) {
                try await device.coordinator().sync()
            }

            #expect(failure?.reason == .unreadableAnswer)
            #expect(device.server.pushes == [2, 1, 1])
            #expect(try await device.status().pending == 2)
        }
    }

    @Test("The first run applies the changes that an earlier version deferred")
    func deferred() async throws {
        try await ScriptedDevice.run { device in
            let (old, new) = (Entity.type(1, version: 2), Entity.type(1, version: 4, name: "New"))
            try await device.apply([old], cursor: "e-5")
            try await device.store.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO deferred_change
                            (entity_id, kind, version, created_at, updated_at, content)
                        SELECT id, kind, ?, created_at, updated_at, ? FROM entity
                        """,
                    arguments: [new.version, new.content.description]
                )
            }
            device.server.script { $0.changes = { _ in throw Self.lost } }

            await #expect(throws: SyncFailure.self) { try await device.coordinator().sync() }

            let here = try #require(try await device.fetch(old.id))
            #expect(here.version == 4)
            #expect(try here.document()["name"]?.string == "New")
        }
    }

    @Test("A status sequence skips commits after which the status is the same")
    func statuses() async throws {
        try await ScriptedDevice.run { device in
            let reads = Mutex(0)
            let (store, clock) = (device.store, Instant(seconds: 0))
            let statuses = SyncStatuses(store: store) {
                let number = reads.withLock { reads in
                    reads += 1
                    return reads
                }
                // A commit between two reads wakes the sequence once more.
                if number < 4 { try await store.log("Type \(number)") }
                var queue = QueueStatus()
                queue.pending = number < 3 ? 1 : number
                return SyncStatus(queue: queue, now: clock)
            }
            let iterator = statuses.makeAsyncIterator()

            #expect(await iterator.next()?.queue.pending == 1)
            #expect(await iterator.next()?.queue.pending == 3)
            #expect(await iterator.next()?.queue.pending == 4)
        }
    }

    @Test("A status sequence stops listening for commits when it is released")
    func releasedStatuses() async throws {
        try await ScriptedDevice.run { device in
            let statuses = SyncStatuses(store: device.store) { [store = device.store] in
                SyncStatus(
                    queue: try await store.read { try $0.queue.status() },
                    now: Instant(seconds: 0)
                )
            }
            let broadcaster = device.store.broadcaster
            func listen() async -> Int {
                let iterator = statuses.makeAsyncIterator()
                _ = await iterator.next()
                return withExtendedLifetime(iterator) { broadcaster.count(of: .commit) }
            }

            try await device.createTypes("Coffee")
            #expect(await listen() == 1)
            #expect(broadcaster.count(of: .commit) == 0)
        }
    }
}
