import Foundation
import Logging
import TrendyAppSupport
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

/// Measures push, bootstrap and an empty sync over loopback, durable on both sides, and SQLite alone
/// writing the same rows right after each of the first two.
///
/// The server is a separate process, `trendy serve`: the executable beside this one, unless
/// `TRENDY` names another. Push and bootstrap are measured up to three times on new databases.
func measureSync(_ directory: String, count: Int, rounds: Int) async throws {
    var pushes = ComparedTimes()
    var bootstraps = ComparedTimes()
    for number in 1...max(1, min(3, rounds)) {
        let directory = "\(directory)/\(number)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let server = try ServerProcess(database: directory + "/server.sqlite")
        defer { server.stop() }
        let (a, type) = try await measurePush(directory, server, count, &pushes)
        let b = try await measureBootstrap(directory, server, count, &bootstraps)
        if number == 1 {
            try await measureEmptySync(a, rounds: rounds)
            try await measureStream(a, b, type: type, rounds: rounds)
        }
        try await a.store.close()
        try await b.store.close()
    }
    pushes.printResults("push", of: count)
    bootstraps.printResults("bootstrap", of: count)
}

/// Seconds of several runs, each beside the seconds of SQLite alone.
private struct ComparedTimes {
    private var runs: [(measured: Double, raw: Double)] = []

    mutating func add(_ measured: Double, raw: Double) { runs.append((measured, raw)) }

    func printResults(_ name: String, of count: Int) {
        let rates = runs.map { Double(count) / $0.measured }
        report("\(name) of \(count) events", median(rates), "/s")
        let ratios = runs.map { $0.raw / $0.measured * 100 }
        let all = ratios.map { String(format: "%.1f", $0) }.joined(separator: ", ")
        print("\(name), each run relative to raw SQLite: \(all) %")
        report("rate of the \(name) relative to raw SQLite", median(ratios), "%")
    }
}

/// Measures the push of a new device; returns the device and the type of its events.
///
/// SQLite alone inserts the server's entities and idempotency records, then the device's accepted
/// entities, in as many synced transactions.
private func measurePush(
    _ directory: String,
    _ server: ServerProcess,
    _ count: Int,
    _ times: inout ComparedTimes
) async throws -> (BenchmarkDevice, EntityID) {
    var a = try await BenchmarkDevice(directory + "/a.sqlite", server: server.url, isNew: true)
    _ = try await a.coordinator.sync()
    let type = try await a.store.write { try $0.entities.create(EventType(name: "Coffee")) }
    for start in stride(from: 0, to: count, by: 1000) {
        try await a.store.write { [ids = a.dependencies.ids] transaction in
            try transaction.entities.create(
                (start..<min(start + 1000, count)).map { index in
                    (ids.next(), queuedEvent(type, index))
                }
            )
        }
    }
    try await a.store.close()
    var queued = 0
    let open = try await seconds {
        a = try await BenchmarkDevice(a, reopening: directory + "/a.sqlite")
        queued = try await a.store.read { try $0.queue.status() }.pending
    }
    report("open and status with \(queued) mutations queued", open * 1000, "ms")
    let push = try await seconds { _ = try await a.coordinator.sync() }
    let raw = await insertRaw(
        [("entity", "version"), ("idempotency_record", "version")],
        of: "server",
        in: directory,
        count,
        batch: WireLimit.pushMutations,
        isSynced: true
    )
    let rawDevice = await insertRaw(
        [("entity", "rowid")],
        of: "a",
        in: directory,
        count,
        batch: WireLimit.pushMutations,
        isSynced: true
    )
    times.add(push, raw: raw + rawDevice)
    return (a, type)
}

/// Measures the first sync of another device.
///
/// SQLite alone inserts the same entities in as many transactions, of which only the last is
/// synced.
private func measureBootstrap(
    _ directory: String,
    _ server: ServerProcess,
    _ count: Int,
    _ times: inout ComparedTimes
) async throws -> BenchmarkDevice {
    let before = peakMegabytes()
    let b = try await BenchmarkDevice(directory + "/b.sqlite", server: server.url, isNew: false)
    let bootstrap = try await seconds { _ = try await b.coordinator.sync() }
    report("peak memory before the bootstrap", before, "MB")
    report("peak memory after it", peakMegabytes(), "MB")
    let comparison = try await DriftRepair(store: b.store, transport: b.transport).compare()
    precondition(comparison.agrees, "The digests differ")
    let raw = await insertRaw(
        [("entity", "rowid")],
        of: "b",
        in: directory,
        count,
        batch: SyncLimits().stagedEntities,
        isSynced: false
    )
    times.add(bootstrap, raw: raw)
    return b
}

/// The seconds in which SQLite alone inserts the rows of a database into a new one.
private func insertRaw(
    _ tables: RawDatabase.Tables,
    of name: String,
    in directory: String,
    _ count: Int,
    batch: Int,
    isSynced: Bool
) async -> Double {
    let source = "\(directory)/\(name).sqlite"
    let path = "\(directory)/raw-\(name).sqlite"
    return await RawDatabase(path, like: source, tables: tables.map(\.name))
        .insert(tables, from: source, count: count, batch: batch, isSynced: isSynced)
}

private func measureEmptySync(_ device: BenchmarkDevice, rounds: Int) async throws {
    var times: [Double] = []
    for _ in 0..<rounds {
        times.append(try await seconds { _ = try await device.coordinator.sync() })
    }
    report("empty sync, p50", median(times) * 1000, "ms")
}

/// Measures the time from recording an event on one device to its arrival on another connected
/// device.
private func measureStream(
    _ a: BenchmarkDevice,
    _ b: BenchmarkDevice,
    type: EntityID,
    rounds: Int
) async throws {
    let scheduler = SyncScheduler(
        coordinator: b.coordinator,
        store: b.store,
        dependencies: b.dependencies
    )
    let follower = ChangeFollower(
        feed: b.transport,
        scheduler: scheduler,
        dependencies: b.dependencies
    )
    var times: [Double] = []
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await scheduler.run() }
        group.addTask { await follower.run() }
        // The first events wait until the stream is open.
        let warmUps = 10
        for index in 0..<(warmUps + rounds) {
            let commits = b.store.commits()
            defer { commits.stop() }
            let time = try await seconds {
                let id = try await a.store.write {
                    try $0.entities.create(queuedEvent(type, 10_000_000 + index))
                }
                _ = try await a.coordinator.sync()
                var events = commits.events.makeAsyncIterator()
                while try await b.store.read({ try $0.entities.fetch(id: id) }) == nil {
                    await events.next()
                }
            }
            if index >= warmUps { times.append(time) }
        }
        group.cancelAll()
    }
    report("record to visible on another device, p50", median(times) * 1000, "ms")
}

func queuedEvent(_ type: EntityID, _ index: Int) -> Event {
    var event = Event(
        eventTypeID: type,
        timestamp: Instant(seconds: 1_600_000_000 + Int64(index) * 300),
        sourceType: .healthKit
    )
    event.endDate = event.timestamp + .seconds(60)
    event.naturalKey = "benchmark/\(index)"
    event.evidence = Evidence(sampleCount: 12, newest: event.timestamp)
    event.healthKitCategory = "steps"
    event.timeZone = "Europe/Paris"
    event.properties["count"] = .number(JSONNumber(Int64(index)))
    return event
}

private struct BenchmarkDevice {
    let dependencies = Dependencies.live()
    let store: DeviceStore
    let transport: HTTPTransport
    let coordinator: SyncCoordinator
    private let client: AccountClient

    init(_ path: String, server: String, isNew: Bool) async throws {
        guard let address = ServerAddress(server) else { fatalError("no address: \(server)") }
        client = AccountClient(address: address, wallClock: dependencies.wallClock)
        let credentials = Credentials(email: "bench@example.org", password: "benchmark password")
        let session =
            isNew ? try await client.signUp(credentials) : try await client.signIn(credentials)
        store = try DeviceStore(path: path, dependencies: dependencies)
        transport = HTTPTransport(
            client,
            sessions: SessionManager(
                session: session,
                storage: Nowhere(),
                refresher: client,
                wallClock: dependencies.wallClock
            )
        )
        coordinator = Self.coordinator(store, transport, dependencies)
    }

    /// A device whose store is reopened with the same session.
    init(_ device: BenchmarkDevice, reopening path: String) async throws {
        client = device.client
        transport = device.transport
        store = try DeviceStore(path: path, dependencies: dependencies)
        coordinator = Self.coordinator(store, transport, dependencies)
    }

    private static func coordinator(
        _ store: DeviceStore,
        _ transport: HTTPTransport,
        _ dependencies: Dependencies
    ) -> SyncCoordinator {
        SyncCoordinator(
            store: store,
            transport: transport,
            dependencies: dependencies,
            logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private struct Nowhere: SessionStorage {
        func replace(_ old: Session, with new: Session) {}

        func storedSession() -> Session? { nil }
    }
}
