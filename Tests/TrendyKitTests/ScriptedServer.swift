import Foundation
import Logging
import Synchronization
import TrendyKit
import TrendyModel
import TrendyStore
import TrendyWire

@testable import TrendySync

/// A server in memory without other devices, whose answers a test changes, and its requests.
final class ScriptedServer: SyncTransport {
    /// A request of the device.
    enum Request: Sendable, Hashable {
        /// A push with a number of mutations.
        case push(Int)
        case changes(since: String?)
        case snapshot(after: String?)
        case digest(String)
        case range(String, after: EntityID?)
    }

    typealias Receive = @Sendable ([SnapshotLine]) async throws -> Void

    /// How answers differ from the server's own; each closure may also throw.
    struct Script: Sendable {
        var push: @Sendable (PushRequest, inout PushAnswer) async throws -> Void = { _, _ in }
        var changes: @Sendable (inout ChangePage) async throws -> Void = { _ in }
        var snapshot: @Sendable (_ token: String?, Receive) async throws -> Void = { _, _ in }
        var digest: @Sendable (inout DigestAnswer) async throws -> Void = { _ in }
        var range: @Sendable (_ prefix: String, inout ChangePage) async throws -> Void = { _, _ in }
    }

    private struct State {
        var version: Int64 = 5
        var entities: [EntityID: Int64] = [:]
        var requests: [Request] = []
        var script = Script()

        var cursor: Cursor { Cursor(epoch: "e", version: version) }
    }

    private let state = Mutex(State())

    var serverOffset: Duration? { nil }

    /// The requests so far, in order.
    var requests: [Request] { state.withLock { $0.requests } }

    /// The sizes of the pushes so far.
    var pushes: [Int] {
        requests.compactMap { request -> Int? in
            guard case .push(let count) = request else { return nil }
            return count
        }
    }

    /// Changes the answers from now on.
    func script(_ change: (inout Script) -> Void) {
        state.withLock { change(&$0.script) }
    }

    private func record(_ request: Request) -> Script {
        state.withLock { state in
            state.requests.append(request)
            return state.script
        }
    }

    func push(_ request: PushRequest) async throws -> PushAnswer {
        let script = record(.push(request.mutations.count))
        var answer = PushAnswer(epoch: "e", results: [])
        // A request that the script refuses changes nothing.
        try await script.push(request, &answer)
        guard answer.results.isEmpty else { return answer }
        return state.withLock { state in
            answer.previousCursor = state.cursor.description
            for mutation in request.mutations {
                state.version += 1
                let isLive = mutation.operation != .delete
                state.entities[mutation.entityID] = isLive ? state.version : nil
                answer.results.append(
                    PushResult(id: mutation.id, status: .applied, version: state.version)
                )
            }
            answer.cursor = state.cursor.description
            return answer
        }
    }

    func changes(since cursor: String?, limit: Int) async throws -> ChangePage {
        let script = record(.changes(since: cursor))
        let latest = state.withLock { $0.cursor }
        var page = ChangePage(changes: [], nextCursor: latest, hasMore: false)
        try await script.changes(&page)
        return page
    }

    func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws {
        try await record(.snapshot(after: token)).snapshot(token, receive)
    }

    func digest(prefix: String) async throws -> DigestAnswer {
        let script = record(.digest(prefix))
        let (latest, entities) = state.withLock { ($0.cursor, $0.entities) }
        var buckets: [String: DigestBucket] = [:]
        if let ids = IDPrefix(prefix) {
            for (id, version) in entities where id >= ids.first && id <= ids.last {
                let name = prefix + String(ids.nextDigit(of: id), radix: 16)
                buckets[name, default: DigestBucket()].add(id: id, version: version)
            }
        }
        var answer = DigestAnswer(
            epoch: latest.epoch,
            cursor: latest.description,
            prefix: prefix,
            buckets: buckets
        )
        try await script.digest(&answer)
        return answer
    }

    func range(prefix: String, after id: EntityID?) async throws -> ChangePage {
        let script = record(.range(prefix, after: id))
        let latest = state.withLock { $0.cursor }
        var page = ChangePage(changes: [], nextCursor: latest, hasMore: false)
        try await script.range(prefix, &page)
        return page
    }

    func report(_ report: DeviceReport, deviceID: EntityID) async throws {}
}

/// A device with a scripted server, whose clocks only a test moves.
struct ScriptedDevice: Sendable {
    let store: DeviceStore
    let dependencies: Dependencies
    let clock: SteppingClock
    let wall: ManualWallClock
    let server = ScriptedServer()
    let log = CapturedLog()

    private init(in directory: String) throws {
        (clock, wall) = (SteppingClock(), ManualWallClock())
        dependencies = Dependencies(
            wallClock: wall,
            random: FixedRandomSource(),
            ids: Dependencies.live().ids,
            clock: clock
        )
        store = try DeviceStore(path: directory + "/a.sqlite", dependencies: dependencies)
    }

    /// Runs `body` with a device in a directory of its own.
    ///
    /// - `cursor`: the cursor of an earlier sync; `nil` for a device that never synced.
    static func run(
        cursor: String? = "e-5",
        isolation: isolated (any Actor)? = #isolation,
        _ body: (ScriptedDevice) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/scripted-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
        let device = try ScriptedDevice(in: directory)
        if let cursor { try await device.apply([], cursor: cursor) }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(device))
        } catch {
            result = .failure(error)
        }
        try await device.store.close()
        try result.get()
    }

    func coordinator(
        limits: SyncLimits = SyncLimits(),
        onProgress: @escaping @Sendable (SyncProgress) async -> Void = { _ in }
    ) -> SyncCoordinator {
        SyncCoordinator(
            store: store,
            transport: server,
            dependencies: dependencies,
            logger: log.logger,
            limits: limits,
            onProgress: onProgress
        )
    }

    /// Applies changes as if the device had fetched them.
    func apply(_ entities: [Entity], cursor: String) async throws {
        try await store.write {
            try $0.sync.apply(changes: entities, cursor: cursor, policy: ConflictResolver())
        }
    }

    /// Creates types, which are independent mutations.
    func createTypes(_ names: String...) async throws {
        try await store.write { transaction in
            for name in names { _ = try transaction.entities.create(EventType(name: name)) }
        }
    }

    func status() async throws -> QueueStatus { try await store.read { try $0.queue.status() } }

    /// The sync history, oldest run first.
    func runs() async throws -> [SyncRun] {
        try await store.read { try $0.sync.runs() }.reversed()
    }

    func fetch(_ id: EntityID) async throws -> Entity? {
        try await store.read { try $0.entities.fetch(id: id) }
    }
}

extension Entity {
    /// An event type of the server, whose id begins with a hexadecimal digit.
    static func type(_ digit: UInt64, version: Int64, name: String? = nil) -> Entity {
        let time = Instant(seconds: 1_767_000_000)
        return Entity(
            kind: .eventType,
            id: EntityID(high: digit << 60 | 0x7000, low: 1 << 63),
            version: version,
            createdAt: time,
            updatedAt: time,
            content: EventType(name: name ?? "Type \(digit)").document.json
        )
    }
}

/// A random source that always returns the same bits.
struct FixedRandomSource: RandomSource {
    /// 100 is the middle of the jitter of ``ChangeFollower``.
    var bits: UInt64 = 100

    func next() -> UInt64 { bits }
}

/// Keeps log messages with their metadata.
final class CapturedLog: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0 }.joined(separator: "\n") }

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: CapturedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let fields = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
            log.lines.withLock {
                $0.append(([event.message.description] + fields).joined(separator: " "))
            }
        }
    }
}
