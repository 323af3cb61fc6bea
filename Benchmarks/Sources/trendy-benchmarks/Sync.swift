import Foundation
import Logging
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

/// Push, bootstrap and empty sync over loopback, durable on both sides.
///
/// The server is a process of its own, `trendy serve`; `TRENDY` names the executable.
func measureSync(_ directory: String, count: Int) async throws {
    let server = try ServerProcess(database: directory + "/server.sqlite")
    defer { server.stop() }
    let a = try await BenchmarkDevice(directory + "/a.sqlite", server: server.url, isNew: true)
    _ = try await a.coordinator.sync()
    let type = try await a.store.create(EventType(name: "Coffee"))
    for start in stride(from: 0, to: count, by: 1000) {
        try await a.store.create(
            (start..<min(start + 1000, count)).map { index in
                (a.dependencies.ids.next(), event(type, index))
            }
        )
    }
    let push = try await seconds { _ = try await a.coordinator.sync() }
    report("push of \(count) events", Double(count) / push, "/s")
    var empty: [Double] = []
    for _ in 0..<200 { empty.append(try await seconds { _ = try await a.coordinator.sync() }) }
    report("empty sync, p50", median(empty) * 1000, "ms")
    try await a.store.close()
    let before = peakMegabytes()
    let b = try await BenchmarkDevice(directory + "/b.sqlite", server: server.url, isNew: false)
    let bootstrap = try await seconds { _ = try await b.coordinator.sync() }
    report("bootstrap of \(count) events", Double(count) / bootstrap, "/s")
    report("peak memory before it", before, "MB")
    report("peak memory after it", peakMegabytes(), "MB")
    let comparison = try await DriftRepair(store: b.store, transport: b.transport).compare()
    precondition(comparison.agrees, "The digests differ")
    try await b.store.close()
}

private func event(_ type: EntityID, _ index: Int) -> Event {
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

    init(_ path: String, server: String, isNew: Bool) async throws {
        guard let address = ServerAddress(server) else { fatalError("no address: \(server)") }
        let client = AccountClient(address: address, wallClock: dependencies.wallClock)
        let credentials = Credentials(email: "bench@example.org", password: "benchmark password")
        let session =
            isNew ? try await client.signUp(credentials) : try await client.signIn(credentials)
        store = try DeviceStore(path: path, dependencies: dependencies)
        transport = HTTPTransport(
            client,
            sessions: SessionKeeper(
                session: session,
                storage: Nowhere(),
                refresher: client,
                wallClock: dependencies.wallClock
            )
        )
        coordinator = SyncCoordinator(
            store: store,
            transport: transport,
            dependencies: dependencies,
            logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private struct Nowhere: SessionStorage {
        func save(_ session: Session?) {}
    }
}

/// A server in a process of its own.
private final class ServerProcess {
    let url: String
    private let process = Process()

    init(database: String) throws {
        let executable = ProcessInfo.processInfo.environment["TRENDY"] ?? ".build/release/trendy"
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = [
            "serve", "--database", database, "--port", "0", "--json", "--log-level", "error",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let start = line.range(of: "http://"), let end = line.range(of: "\"}") else {
            fatalError("The server did not start: \(line)")
        }
        url = String(line[start.lowerBound..<end.lowerBound])
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
