import Foundation
import GRDB
import Logging
import ServiceLifecycle
import Synchronization
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyServer
import TrendyStore
import TrendySync
import TrendyWire

/// A directory with a real server on loopback and any number of devices.
final class TestWorld: Sendable {
    let directory: String
    let server: String
    private let devices = Mutex<[TestDevice]>([])

    private init(directory: String, server: String) {
        self.directory = directory
        self.server = server
    }

    /// Runs a server and passes a world to `body`; always stops the server.
    ///
    /// - `backup`: a server database to start from.
    /// - `isManual`: whether the server is informed that it was restored.
    static func run(
        restoring backup: String? = nil,
        isManual: Bool = true,
        minimumContract: Int = 1,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (TestWorld) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/world-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
        if let backup {
            try FileManager.default.copyItem(
                atPath: backup,
                toPath: directory + "/server.sqlite"
            )
        }
        let database = directory + "/server.sqlite"
        try await serving(
            database,
            isRestored: backup != nil && isManual,
            minimumContract: minimumContract
        ) { url in
            let world = TestWorld(directory: directory, server: url)
            do {
                try await body(world)
            } catch {
                try await world.close()
                throw error
            }
            try await world.close()
        }
    }

    /// Runs a server on a database while `body` runs.
    static func serving(
        _ database: String,
        isRestored: Bool = false,
        minimumContract: Int = 1,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (String) async throws -> Void
    ) async throws {
        var logger = Logger(label: "test.server") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let application = try await TrendyServerApplication(
            configuration: ServerConfiguration(
                databasePath: database,
                isRestored: isRestored,
                minimumContract: minimumContract,
                port: 0
            ),
            dependencies: .live(),
            logger: logger
        ) { continuation.yield($0) }
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: application)], logger: logger)
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { continuation.finish() }
                try await group.run()
            }
            var iterator = ports.makeAsyncIterator()
            var failure: (any Error)?
            if let port = await iterator.next() {
                do {
                    try await body("http://127.0.0.1:\(port)")
                } catch {
                    failure = error
                }
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            if let failure { throw failure }
        }
    }

    /// Creates a signed-in device with its own store.
    ///
    /// - `store`: the store, when it comes from elsewhere.
    /// - `clock`: the monotonic clock.
    /// - `wallClock`: the wall clock of store and sync.
    /// - `wrap`: wraps the device's transport.
    func device(
        _ name: String,
        email: String = "a@example.org",
        store: DeviceStore? = nil,
        limits: SyncLimits = SyncLimits(),
        retryPolicy: RetryPolicy = RetryPolicy(),
        clock: any Clock<Duration> = ContinuousClock(),
        wallClock: any WallClock = SystemWallClock(),
        wrap: (any SyncTransport) -> any SyncTransport = { $0 }
    ) async throws -> TestDevice {
        let device = try await TestDevice(
            self,
            name: name,
            email: email,
            store: store,
            limits: limits,
            retryPolicy: retryPolicy,
            clock: clock,
            wallClock: wallClock,
            wrap: wrap
        )
        devices.withLock { $0.append(device) }
        return device
    }

    /// Copies the server's database while it runs, as a backup does.
    func backUp(to path: String) async throws {
        let database = try DatabaseQueue(path: directory + "/server.sqlite")
        try await database.vacuum(into: path)
        try database.close()
    }

    private func close() async throws {
        for device in devices.withLock({ $0 }) { try await device.close() }
    }
}

/// One device of a test.
struct TestDevice: Sendable {
    let store: DeviceStore
    let transport: HTTPTransport
    let coordinator: SyncCoordinator
    private let client: AccountClient

    fileprivate init(
        _ world: TestWorld,
        name: String,
        email: String,
        store: DeviceStore?,
        limits: SyncLimits,
        retryPolicy: RetryPolicy,
        clock: any Clock<Duration>,
        wallClock: any WallClock,
        wrap: (any SyncTransport) -> any SyncTransport
    ) async throws {
        var dependencies = Dependencies.live()
        dependencies.clock = clock
        guard let address = ServerAddress(world.server) else {
            preconditionFailure("\(world.server) is no address")
        }
        client = AccountClient(address: address, wallClock: dependencies.wallClock)
        let credentials = Credentials(email: email, password: "long enough")
        let session: Session
        do {
            do {
                session = try await client.signIn(credentials)
            } catch {
                session = try await client.signUp(credentials)
            }
        } catch {
            try await client.shutdown()
            throw error
        }
        transport = HTTPTransport(
            client,
            sessions: SessionManager(
                session: session,
                storage: NoStorage(),
                refresher: client,
                wallClock: dependencies.wallClock
            )
        )
        dependencies.wallClock = wallClock
        self.store =
            try store
            ?? DeviceStore(
                path: world.directory + "/\(name).sqlite",
                dependencies: dependencies
            )
        coordinator = SyncCoordinator(
            store: self.store,
            transport: wrap(transport),
            dependencies: dependencies,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            retryPolicy: retryPolicy,
            limits: limits
        )
    }

    private struct NoStorage: SessionStorage {
        func replace(_ old: Session, with new: Session) {}

        func storedSession() -> Session? { nil }
    }

    @discardableResult
    func sync() async throws -> SyncReport {
        try await coordinator.sync()
    }

    /// The content of all live entities on this device, by id.
    func contents() async throws -> [EntityID: RawJSON] {
        var contents: [EntityID: RawJSON] = [:]
        for kind in EntityKind.allCases where kind != .event {
            for entity in try await store.read({ try $0.entities.fetchAll(kind: kind) }) {
                contents[entity.id] = entity.content
            }
        }
        for entity in try await store.read({ try $0.entities.events(EventFilter(limit: 1_000_000)) }
        ) {
            contents[entity.id] = entity.content
        }
        return contents
    }

    /// Whether this device and the server have the same content.
    func agrees() async throws -> Bool {
        try await DriftRepair(store: store, transport: transport).compare().agrees
    }

    func close() async throws {
        try await store.close()
        try await client.shutdown()
    }
}

extension DeviceStore {
    /// Records an event, and creates its type when necessary.
    @discardableResult
    func log(
        _ type: String,
        at seconds: Int64 = 1_768_000_000,
        notes: String? = nil
    ) async throws
        -> EntityID
    {
        try await RecordManualEvent(store: self, dependencies: .live())(
            .init(typeName: type, timestamp: Instant(seconds: seconds), notes: notes)
        ).eventID
    }

    func edit(_ id: EntityID, _ edit: (inout EventPatch) -> Void) throws {
        var patch = EventPatch()
        edit(&patch)
        try write { [patch] in try $0.entities.update(id: id, change: patch.change) }
    }
}
