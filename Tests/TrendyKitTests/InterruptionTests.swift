import Synchronization
import Testing
import TrendyModel
import TrendyStore
import TrendyWire

@testable import TrendySync

@Suite("Interrupted runs resume")
struct InterruptionTests {
    @Test("An interrupted bootstrap shows the newest events at once and resumes after them")
    func bootstrap() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            try await drink(9000, on: a)
            try await a.sync()
            let cut = Mutex<CuttingTransport?>(nil)
            let b = try await world.device("b") { base in
                let transport = CuttingTransport(base, linesUntilCut: [6500, 3])
                cut.withLock { $0 = transport }
                return transport
            }
            await #expect(throws: SyncFailure.self) { try await b.sync() }

            #expect(try await b.store.read { try $0.sync.cursor() } == nil)
            let shown = try await b.store.read { try $0.entities.events(EventFilter(limit: 1)) }
            #expect(
                shown.first?.content
                    == (try await a.store.read { try $0.entities.events(EventFilter(limit: 1)) })
                    .first?.content
            )
            // The events shown already can be edited.
            let first = try #require(shown.first)
            try await b.store.edit(first.id) { $0.notes = .set("early") }
            await #expect(throws: SyncFailure.self) { try await b.sync() }
            let report = try await b.sync()

            #expect(report.bootstrapped == 9001)
            #expect(report.pushed == 1)
            #expect(try await b.store.read { try $0.queue.status() }.pending == 0)
            #expect(try await b.agrees())
            try await a.sync()
            #expect(try await a.contents() == b.contents())
            let lines = cut.withLock { $0?.lines } ?? []
            #expect(lines[1] < 10 && lines[2] < 5200 && lines[0] + lines[1] + lines[2] < 12_500)
        }
    }

    /// Records a number of coffees, one second apart.
    private func drink(_ count: Int, on device: TestDevice) async throws {
        let type = try await device.store.write {
            try $0.entities.create(EventType(name: "Coffee"))
        }
        try await device.store.write { transaction in
            try transaction.entities.create(
                (0..<count).map { index in
                    (
                        EntityID.derived(kind: "event", naturalKey: "\(index)"),
                        Event(
                            eventTypeID: type,
                            timestamp: Instant(seconds: 1_700_000_000 + Int64(index)),
                            sourceType: .manual
                        )
                    )
                }
            )
        }
    }

    @Test("Changes accepted while a snapshot is interrupted are kept, with their pending edits")
    func acceptedBetween() async throws {
        try await TestWorld.run { world in
            let a = try await world.device("a")
            try await drink(1500, on: a)
            try await a.sync()
            let cut = Mutex<CuttingTransport?>(nil)
            let b = try await world.device("b") { base in
                let transport = CuttingTransport(base, linesUntilCut: [.max, 1100])
                cut.withLock { $0 = transport }
                return transport
            }
            try await b.sync()
            // The device's cursor is older than the server's log, as after months offline.
            try await a.store.log("Coffee", at: 1_699_999_999)
            try await a.sync()
            let made = cut.withLock { $0 }
            let transport = try #require(made)
            transport.expireCursor(times: 2)
            await #expect(throws: SyncFailure.self) { try await b.sync() }
            let gathered = try await b.store.read { try $0.snapshot.position() }?.count ?? 0
            #expect(gathered > 0)

            let store = b.store
            // It sorts before the position where the snapshot resumes.
            let id = try await store.log("Coffee")
            transport.beforeNextSnapshot { try await store.edit(id) { $0.notes = .set("hot") } }
            try await b.sync()

            let here = try #require(try await store.read { try $0.entities.fetch(id: id) })
                .document()
            #expect(here["notes"]?.string == "hot")
            #expect(try await store.read { try $0.conflicts.open() }.isEmpty)
            #expect(try await store.read { try $0.queue.status() }.pending == 0)
            #expect(try await b.agrees())
            try await a.sync()
            #expect(try await a.contents() == b.contents())
        }
    }

    @Test("A deadline ends a run between two batches; the rest follows in the next run")
    func deadline() async throws {
        try await TestWorld.run { world in
            var limits = SyncLimits()
            limits.pushMutations = 5
            let clock = SteppingClock()
            let device = try await world.device("a", limits: limits, clock: clock) {
                SlowTransport(base: $0, clock: clock, delay: .milliseconds(200))
            }
            try await device.sync()
            for index in 0..<100 { try await device.store.log("Coffee", at: Int64(index)) }

            let none = try await device.coordinator.sync(
                .background,
                until: SyncDeadline(after: .zero, on: clock)
            )
            let some = try await device.coordinator.sync(
                .background,
                until: SyncDeadline(after: .milliseconds(1900), on: clock)
            )

            #expect(none.isPartial && none.pushed == 0)
            #expect(some.isPartial && some.pushed > 0)
            let pending = try await device.store.read { try $0.queue.status() }.pending
            #expect(pending == 101 - some.pushed)
            let cut = SyncStatus(
                queue: try await device.store.read { try $0.queue.status() },
                now: Instant(seconds: 0)
            )
            #expect(cut.blocker == .timedOut && !cut.isCaughtUp)
            #expect(
                try await device.store.read { try $0.sync.runs(limit: 1) }.first?.outcome
                    == .partial
            )
            let rest = try await device.sync()
            #expect(rest.pushed == pending && !rest.isPartial)
            #expect(try await device.store.read { try $0.queue.status() }.lastError == nil)
            #expect(try await device.agrees())
        }
    }

    @Test("Batches shrink after timeouts and grow again when the network recovers")
    func pacing() {
        let pacer = AdaptiveBatchSize()
        let limits = SyncLimits()
        #expect(pacer.share(of: limits).mutations == 500)
        for _ in 0..<3 { pacer.lost() }
        #expect(pacer.share(of: limits).mutations == 62)
        #expect(pacer.share(of: limits).bytes == limits.pushBytes / 8)
        pacer.answered(after: .seconds(10))
        #expect(pacer.share(of: limits).mutations == 62)
        pacer.answered(after: .seconds(20))
        #expect(pacer.share(of: limits).mutations == 31)
        for _ in 0..<20 { pacer.lost() }
        #expect(pacer.share(of: limits).mutations == 15)
        #expect(pacer.share(of: limits).bytes >= 65_536)
        for _ in 0..<5 { pacer.answered(after: .seconds(1)) }
        #expect(pacer.share(of: limits).mutations == 500)
    }
}

/// A transport that cuts snapshots off.
private final class CuttingTransport: TransportWrapper {
    let base: any SyncTransport
    private let cuts: Mutex<[Int]>
    private let read = Mutex<[Int]>([])
    private let expirations = Mutex(0)
    private let hook: Mutex<(@Sendable () async throws -> Void)?> = Mutex(nil)

    init(_ base: any SyncTransport, linesUntilCut: [Int]) {
        self.base = base
        cuts = Mutex(linesUntilCut)
    }

    /// The number of lines of each snapshot.
    var lines: [Int] { read.withLock { $0 } }

    /// Makes the next pulls fail with an expired cursor.
    func expireCursor(times: Int) {
        expirations.withLock { $0 = times }
    }

    /// Runs a closure once, before the next snapshot request.
    func beforeNextSnapshot(_ body: @escaping @Sendable () async throws -> Void) {
        hook.withLock { $0 = body }
    }

    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        let isExpired = expirations.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            return true
        }
        if isExpired { throw SyncFailure(code: .cursorExpired, reason: .serverRestored) }
        return try await base.changes(since: cursor, limit: limit)
    }

    func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws {
        let before = hook.withLock { hook in
            defer { hook = nil }
            return hook
        }
        try await before?()
        let most = cuts.withLock { $0.isEmpty ? Int.max : $0.removeFirst() }
        let count = Mutex(0)
        read.withLock { $0.append(0) }
        try await base.snapshot(after: token) { lines in
            let room = count.withLock { count in
                defer { count += lines.count }
                return most - count
            }
            let part = Array(lines.prefix(room))
            read.withLock { $0[$0.count - 1] += part.count }
            try await receive(part)
            if part.count < lines.count {
                throw SyncFailure(code: .offline, reason: .offline)
            }
        }
    }
}

/// A transport with slow pushes.
private struct SlowTransport: TransportWrapper {
    let base: any SyncTransport
    let clock: SteppingClock
    let delay: Duration

    func push(_ request: PushRequest) async throws -> PushAnswer {
        clock.advance(by: delay)
        return try await base.push(request)
    }
}
