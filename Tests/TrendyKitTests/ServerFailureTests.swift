import Synchronization
import Testing
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Server failures and rejections")
struct ServerFailureTests {
    @Test(
        "A server that fails on every request counts no attempts and gets few requests",
        arguments: [ProblemCode.internal, .forbidden, .notFound]
    )
    func serverFailure(code: ProblemCode) async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let isBroken = Mutex(true)
            let answer: @Sendable () -> Problem? = {
                isBroken.withLock { $0 } ? Problem(code, detail: "Broken.") : nil
            }
            let a = try await world.device("a") {
                box.wrap($0, refuse: { _ in answer() }, refusePull: answer)
            }
            for index in 0..<600 { try await a.store.log("Coffee", at: Int64(index)) }

            for _ in 0..<7 {
                await #expect(throws: SyncFailure.self) { try await a.sync() }
            }
            let during = try await a.store.read { try $0.queue.status() }
            let pushes = try #require(box.transport).pushCount
            isBroken.withLock { $0 = false }
            try await a.sync()

            #expect(during.failed == 0)
            #expect(during.pending == 601)
            #expect(during.lastError == .problem(code: code.rawValue, fields: []))
            #expect(pushes <= 7 * (1 + SyncLimits().suspects))
            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
        }
    }

    @Test("A visit to a place that was deleted before it was sent is accepted")
    func visitWithoutItsPlace() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let place = try await a.store.write {
                try $0.entities.create(
                    Geofence(name: "Home", latitude: 52.5, longitude: 13.4, radiusMeters: 150)
                )
            }
            let type = try await a.store.write { try $0.entities.create(EventType(name: "Visit")) }
            var visit = Event(
                eventTypeID: type,
                timestamp: Instant(seconds: 1_768_000_000),
                sourceType: .geofence
            )
            visit.geofenceID = place
            let id = try await a.store.write { [visit] in try $0.entities.create(visit) }
            try await a.store.write { try $0.entities.delete(id: place) }

            let report = try await a.sync()

            #expect(report.pushed == 2 && report.failed == 0)
            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
            let b = try await world.device("b")
            try await b.sync()
            let there = try #require(try await b.store.read { try $0.entities.fetch(id: id) })
                .document()
            #expect(there["geofence_id"]?.id == place)
        }
    }

    @Test("A type recreated under the name of an unsent deleted one keeps the name")
    func againUnderItsName() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            let mistake = try await a.store.write {
                try $0.entities.create(EventType(name: "Visit"))
            }
            var home = Geofence(name: "Home", latitude: 52.5, longitude: 13.4, radiusMeters: 150)
            home.eventTypeEntryID = mistake
            try await a.store.write { [home] in try $0.entities.create(home) }
            try await a.store.write { try $0.entities.delete(id: mistake) }
            let type = try await a.store.write { try $0.entities.create(EventType(name: "Visit")) }

            try await a.sync()

            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
            let stored = try #require(try await a.store.read { try $0.entities.fetch(id: type) })
            #expect(try EventType(document: stored.document()).name == "Visit")
            #expect(try await a.store.read { try $0.entities.fetch(id: mistake) } == nil)
            let b = try await world.device("b")
            try await b.sync()
            #expect(try await b.contents() == a.contents())
        }
    }

    @Test("A server that requires a newer app is reported; recorded data is kept")
    func upgrade() async throws {
        try await TestWorld.run(minimumContract: 1) { world in
            let a = try await world.device("a")
            try await a.sync()
            try await a.store.log("Coffee")
            let store = a.store
            try await TestWorld.serving(
                world.directory + "/newer.sqlite",
                minimumContract: 99
            ) { url in
                let address = try #require(ServerAddress(url))
                let client = AccountClient(address: address, wallClock: SystemWallClock())
                let failure = await #expect(throws: SyncFailure.self) {
                    try await client.signUp(Credentials(email: "b@x.org", password: "long enough"))
                }
                #expect(failure?.code == .upgradeRequired)
                try await client.shutdown()
            }
            #expect(try await store.read { try $0.queue.status() }.pending == 2)
        }
    }

    @Test("An app that must update keeps its queue, says so, and resumes after the update")
    func upgradeWhileQueued() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let isOld = Mutex(true)
            let a = try await world.device("a") { base in
                box.wrap(base) { _ in
                    isOld.withLock { $0 } ? Problem(.upgradeRequired, detail: "Too old.") : nil
                }
            }
            for index in 0..<20 { try await a.store.log("Coffee", at: Int64(index)) }
            for _ in 0..<8 { await #expect(throws: SyncFailure.self) { try await a.sync() } }

            let status = SyncStatus(
                queue: try await a.store.read { try $0.queue.status() },
                now: Instant(seconds: 0)
            )
            #expect(status.queue.pending == 21 && status.queue.failed == 0)
            #expect(status.blocker == .needsUpgrade)
            isOld.withLock { $0 = false }
            #expect(try await a.sync().pushed == 21)
        }
    }

    @Test("A mutation that makes the server fail is isolated; all others are sent")
    func poison() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let poison = Mutex<EntityID?>(nil)
            let a = try await world.device("a") { base in
                box.wrap(base) { request in
                    let bad = poison.withLock { $0 }
                    return request.mutations.contains { $0.entityID == bad }
                        ? Problem(.internal, detail: "It crashed.") : nil
                }
            }
            for index in 0..<40 { try await a.store.log("Coffee", at: Int64(index)) }
            let bad = try await a.store.log("Coffee")
            poison.withLock { $0 = bad }
            for index in 0..<40 { try await a.store.log("Coffee", at: Int64(index)) }

            _ = try? await a.sync()  // the status tells whether it succeeds

            let status = try await a.store.read { try $0.queue.status() }
            #expect(status.pending == 1)
            #expect(status.failed == 0)
            #expect(
                try await a.store.read { try $0.queue.nextAttempt() }.map { $0.milliseconds > 0 }
                    == true
            )
        }
    }

    /// A device whose server fails on pushes of certain entities.
    private func device(
        in world: TestWorld,
        status: Int = 500,
        delay: Duration = .seconds(600),
        wallClock: any WallClock = SystemWallClock()
    ) async throws -> (TestDevice, bad: SharedValue<Set<EntityID>>) {
        let bad = SharedValue<Set<EntityID>>([])
        var policy = RetryPolicy()
        // Long enough for a slow machine.
        (policy.firstDelay, policy.maximumDelay) = (.seconds(600), .seconds(600))
        policy.firstUnverifiedDelay = delay
        let device = try await world.device(
            "a",
            retryPolicy: policy,
            wallClock: wallClock
        ) { base in
            FaultyTransport(base) { request in
                var problem = Problem(.internal, detail: "It crashed.")
                problem.status = status
                let isBad = request.mutations.contains { bad.value.contains($0.entityID) }
                return isBad ? problem : nil
            }
        }
        try await device.store.log("Coffee")
        try await device.sync()
        return (device, bad)
    }

    @Test("Two mutations that make the server fail are found at the head of a long queue")
    func twoPoisons() async throws {
        try await TestWorld.run { world in
            let (a, bad) = try await device(in: world)
            for _ in 0..<2 { bad.value.insert(try await a.store.log("Coffee")) }
            for index in 0..<60 { try await a.store.log("Coffee", at: Int64(index)) }

            #expect(try await a.sync().retried == 2)

            let status = try await a.store.read { try $0.queue.status() }
            #expect(status.pending == 2 && status.inFlight == 0 && status.failed == 0)
            #expect(try #require(status.nextAttempt).milliseconds > 0)
        }
    }

    @Test(
        "More failing mutations than one run can try are found in later runs",
        arguments: [500, 502]
    )
    func manyPoisons(code: Int) async throws {
        try await TestWorld.run { world in
            let (a, bad) = try await device(in: world, status: code)
            for _ in 0..<20 { bad.value.insert(try await a.store.log("Coffee")) }
            for index in 0..<60 { try await a.store.log("Coffee", at: Int64(index)) }

            for _ in 0..<2 { await #expect(throws: SyncFailure.self) { try await a.sync() } }
            _ = try? await a.sync()  // the last one may start with those tried first

            let status = try await a.store.read { try $0.queue.status() }
            #expect(status.pending == 20 && status.failed == 0)
            bad.value = []
            try await a.sync()
            // Only mutations with an attempt wait for their retry.
            #expect(
                try await a.store.read { try $0.queue.status() }.pending == (code == 500 ? 20 : 4)
            )
        }
    }

    @Test("Later mutations overtake those that make the server fail")
    func pastPoisons() async throws {
        try await TestWorld.run { world in
            let (a, bad) = try await device(in: world, status: 502)
            for _ in 0..<12 { bad.value.insert(try await a.store.log("Coffee")) }
            for _ in 0..<3 { await #expect(throws: SyncFailure.self) { try await a.sync() } }

            try await a.store.log("Coffee")
            for _ in 0..<2 { await #expect(throws: SyncFailure.self) { try await a.sync() } }

            #expect(try await a.store.read { try $0.queue.status() }.pending == 12)
        }
    }

    @Test(
        "While every mutation makes the server fail, pulls succeed; the mutations end as failed",
        arguments: [500, 502]
    )
    func poisonAlone(status: Int) async throws {
        try await TestWorld.run { world in
            let (a, bad) = try await device(in: world, status: status, delay: .zero)
            let b = try await world.device("b")
            bad.value.insert(try await a.store.log("Coffee"))
            try await b.sync()
            let new = try await b.store.log("Coffee")
            try await b.sync()

            for _ in 0..<5 { await #expect(throws: SyncFailure.self) { try await a.sync() } }

            let queue = try await a.store.read { try $0.queue.status() }
            #expect(try await a.store.read { try $0.entities.fetch(id: new) } != nil)
            // A 502 comes from a proxy, so it never counts as an attempt.
            #expect(queue.failed == (status == 500 ? 1 : 0))
            #expect(queue.pending == (status == 500 ? 0 : 1))
            if status == 500 { try await a.sync() }
        }
    }

    @Test("A server that accepts no writes for an hour but can be read makes no mutation fail")
    func writesFail() async throws {
        let policy = RetryPolicy()
        var least = Duration.zero
        for attempt in 1..<policy.maximumAttempts {
            least += try #require(
                policy.delay(afterAttempts: attempt, isProven: false, random: MinimalRandomSource())
            )
        }
        #expect(least > .seconds(55 * 60))

        try await TestWorld.run { world in
            let (a, bad) = try await device(in: world)
            for index in 0..<100 {
                bad.value.insert(try await a.store.log("Coffee", at: Int64(index)))
            }
            for _ in 0..<20 { _ = try? await a.sync() }  // postponed mutations let a run succeed

            #expect(try await a.store.read { try $0.queue.status() }.failed == 0)
            #expect(try await a.store.read { try $0.queue.status() }.pending == 100)
        }
    }

    @Test("Mutations from days ago wait for such a server as long as new ones")
    func writesFailAfterDays() async throws {
        try await TestWorld.run { world in
            let clock = ShiftedClock()
            clock.shift.value = .seconds(-4 * 86_400)
            let (a, bad) = try await device(in: world, wallClock: clock)
            for index in 0..<20 {
                bad.value.insert(try await a.store.log("Coffee", at: Int64(index)))
            }
            clock.shift.value = .zero

            for _ in 0..<8 {
                _ = try? await a.sync()  // postponed mutations let a run succeed
                clock.shift.value += .seconds(700)
            }

            let status = try await a.store.read { try $0.queue.status() }
            #expect(status.pending == 20 && status.failed == 0 && status.stale == 0)
            bad.value = []
            clock.shift.value += .seconds(3600)
            try await a.sync()
            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
        }
    }

    @Test("A mutation rejected with its batch and not applied is no longer in flight")
    func refusedWithOthers() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a") { base in
                ScriptedTransport(base: base, answers: [.refused, .lost])
            }
            for index in 0..<39 { try await a.store.log("Coffee", at: Int64(index)) }

            await #expect(throws: SyncFailure.self) { try await a.sync() }

            let status = try await a.store.read { try $0.queue.status() }
            #expect(status.pending == 40 && status.inFlight == 20)
        }
    }

    /// A server with scripted answers to its first pushes.
    private final class ScriptedTransport: TransportWrapper {
        enum Answer { case refused, lost }

        let base: any SyncTransport
        private let answers: SharedValue<[Answer]>

        init(base: any SyncTransport, answers: [Answer]) {
            self.base = base
            self.answers = SharedValue(answers)
        }

        func push(_ request: PushRequest) async throws -> PushAnswer {
            switch answers.value.isEmpty ? nil : answers.value.removeFirst() {
            case .refused: throw SyncFailure(Problem(.validation, detail: "Something is wrong."))
            case .lost: throw SyncFailure(code: .offline, reason: .offline)
            case nil: return try await base.push(request)
            }
        }
    }

    /// The system clock with an offset from the test.
    private struct ShiftedClock: WallClock {
        let shift = SharedValue(Duration.zero)

        func now() -> Instant { SystemWallClock().now() + shift.value }
    }

    /// Makes every jittered delay as short as possible.
    private struct MinimalRandomSource: RandomSource {
        func next() -> UInt64 { 0 }
    }

    /// A value shared by a test and a server.
    private final class SharedValue<Value: Sendable>: Sendable {
        private let state: Mutex<Value>

        init(_ value: Value) { state = Mutex(value) }

        var value: Value {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    @Test("A mutation with rejected content fails at once; all others are sent")
    func badContent() async throws {
        try await TestWorld.run { world in
            let box = FaultyBox()
            let poison = Mutex<EntityID?>(nil)
            let a = try await world.device("a") { base in
                box.wrap(base) { request in
                    let bad = poison.withLock { $0 }
                    return request.mutations.contains { $0.entityID == bad }
                        ? Problem(.validation, detail: "It cannot be read.") : nil
                }
            }
            for index in 0..<40 { try await a.store.log("Coffee", at: Int64(index)) }
            let bad = try await a.store.log("Coffee")
            poison.withLock { $0 = bad }

            try await a.sync()

            let failed = try await a.store.read { try $0.queue.failedMutations() }
            #expect(failed.map(\.entityID) == [bad])
            #expect(failed.first?.problem?.string == nil)
            #expect(try await a.store.read { try $0.queue.status() }.pending == 0)
            poison.withLock { $0 = nil }
            #expect(try await a.store.write { try $0.queue.retry(.all) } == 1)
            try await a.sync()
            #expect(try await a.agrees())
        }
    }

    /// A server that reports a new conflict for every mutation of one entity.
    private final class ConflictingTransport: TransportWrapper {
        let base: any SyncTransport
        let isName: Bool
        let target = SharedValue<EntityID?>(nil)
        let pushes = SharedValue(0)

        init(base: any SyncTransport, isName: Bool) {
            (self.base, self.isName) = (base, isName)
        }

        func push(_ request: PushRequest) async throws -> PushAnswer {
            let target = target.value
            guard request.mutations.contains(where: { $0.entityID == target }) else {
                return try await base.push(request)
            }
            pushes.value += 1
            // Bounds the test for a device that would never stop.
            guard pushes.value < 300 else {
                throw SyncFailure(code: .offline, reason: .offline)
            }
            var answer = try await base.push(request)
            (answer.previousCursor, answer.cursor) = (nil, nil)
            for (index, mutation) in request.mutations.enumerated()
            where mutation.entityID == target {
                answer.results[index] = try result(for: mutation)
            }
            return answer
        }

        private func result(for mutation: PushMutation) throws -> PushResult {
            guard !isName else {
                let error = FieldError(code: "taken", field: "name", message: "is taken")
                let problem = Problem(.conflict, detail: "It is taken.", errors: [error])
                return PushResult(id: mutation.id, status: .rejected, problem: problem)
            }
            let number = pushes.value
            var document = Document()
            document["name"] = RawJSON("Coffee")
            document["color"] = RawJSON("#112233")
            document["icon"] = RawJSON("other \(number)")
            let entity = Entity(
                kind: .eventType,
                id: mutation.entityID,
                version: 1_000_000 + Int64(number),
                createdAt: Instant(seconds: 0),
                updatedAt: Instant(seconds: Int64(number)),
                content: document.json
            )
            return PushResult(id: mutation.id, status: .conflict, entity: entity)
        }
    }

    @Test(
        "A run ends and reports a server that returns conflict after conflict for one change",
        arguments: [false, true]
    )
    func repeatedConflicts(isName: Bool) async throws {
        try await TestWorld.run { world in
            var made: ConflictingTransport?
            let a = try await world.device("a") { base in
                let contrary = ConflictingTransport(base: base, isName: isName)
                made = contrary
                return contrary
            }
            let contrary = try #require(made)
            let b = try await world.device("b")
            try await a.store.log("Coffee")
            try await a.sync()
            try await b.sync()
            let new = try await b.store.log("Coffee")
            try await b.sync()
            let type = try #require(
                try await a.store.read { try $0.entities.fetchAll(kind: .eventType) }.first
            )
            var change = Document()
            change[isName ? "name" : "icon"] = RawJSON("mine")
            contrary.target.value = type.id
            try await a.store.write { [change] in
                try $0.entities.update(id: type.id, change: change)
            }
            for index in 0..<20 { try await a.store.log("Tea", at: Int64(index)) }

            let failure = await #expect(throws: SyncFailure.self) { try await a.sync() }

            let status = try await a.store.read { try $0.queue.status() }
            #expect(failure?.code == .malformedAnswer)
            #expect(contrary.pushes.value <= SyncLimits().mergesOfEntity + 1)
            #expect(status.pending == 1 && status.lastError != nil)
            // A renamed type is merged again with the pulled content.
            #expect(try isName || #require(status.nextAttempt) > Instant(milliseconds: 0))
            #expect(try await a.store.read { try $0.entities.fetch(id: new) } != nil)
        }
    }

    /// A server whose results for events cannot be decoded.
    private struct UnreadableResultTransport: TransportWrapper {
        let base: any SyncTransport

        func push(_ request: PushRequest) async throws -> PushAnswer {
            var answer = try await base.push(request)
            let events = Set(request.mutations.filter { $0.kind == .event }.map(\.id))
            answer.unreadable = answer.results.map(\.id).filter { events.contains($0) }
            answer.results.removeAll { events.contains($0.id) }
            return answer
        }
    }

    @Test("A mutation that was applied with an unreadable result is confirmed by the pull")
    func unreadableResults() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a") { UnreadableResultTransport(base: $0) }
            try await a.sync()
            try await a.store.log("Coffee")

            try await a.sync()

            let status = try await a.store.read { try $0.queue.status() }
            #expect(status.pending == 0 && status.failed == 0)
            #expect(try await a.agrees())
        }
    }
}
