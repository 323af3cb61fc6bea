import Foundation
import GRDB
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import TrendyModel
import TrendyServer

@Suite("Starting and stopping a server")
struct ApplicationTests {
    private func start(
        _ path: String,
        port: Int = 0,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) async throws -> TrendyServerApplication {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return try await TrendyServerApplication(
            configuration: ServerConfiguration(databasePath: path, port: port),
            dependencies: TestWorld().dependencies,
            logger: logger,
            onListening: onListening
        )
    }

    private func code(_ body: () async throws -> Void) async -> ServerError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? ServerError)?.code
        }
    }

    @Test(
        "A missing directory, a file that is no database and a newer schema cause different errors"
    )
    func refusals() async throws {
        let directory = try URL(fileURLWithPath: temporaryFile()).deletingLastPathComponent()
        let missing = directory.appendingPathComponent("no/server.sqlite").path
        let text = directory.appendingPathComponent("text.sqlite").path
        let bytes = Data(String(repeating: "This is no database. ", count: 100).utf8)
        try bytes.write(to: URL(fileURLWithPath: text))

        #expect(await code { _ = try await start(missing) } == .cannotOpenDatabase)
        #expect(await code { _ = try await start(text) } == .damagedDatabase)
        #expect(try Data(contentsOf: URL(fileURLWithPath: text)) == bytes)
    }

    @Test("A database of a newer program is refused and unchanged")
    func newerSchema() async throws {
        let path = try temporaryFile()
        try await SQLiteStore(path: path, random: TestRandom(seed: 1)).close()
        let newer = try DatabaseQueue(path: path)
        try await newer.write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9999')")
        }
        try newer.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))

        #expect(await code { _ = try await start(path) } == .newerDatabase)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A second server on the same database is refused until the first has stopped")
    func secondServer() async throws {
        let path = try temporaryFile()
        do {
            let first = try await start(path)
            #expect(await code { _ = try await start(path) } == .databaseInUse)
            withExtendedLifetime(first) {}
        }
        #expect(await code { _ = try await start(path) } == nil)
    }

    @Test("A start keeps the epoch, unless the database was restored", arguments: [false, true])
    func epoch(_ isRestored: Bool) async throws {
        let path = try temporaryFile()
        let before = try SQLiteStore(path: path, random: TestRandom(seed: 2))
        try await before.close()
        var configuration = ServerConfiguration(databasePath: path, port: 0)
        configuration.isRestored = isRestored

        _ = try await TrendyServerApplication(
            configuration: configuration,
            dependencies: TestWorld().dependencies,
            logger: RecordedLog().logger()
        )

        let after = try SQLiteStore(path: path, random: TestRandom(seed: 3))
        #expect((after.newAccountEpoch != before.newAccountEpoch) == isRestored)
        try await after.close()
    }

    @Test("A host name that cannot be listened on is reported, after the warning about encryption")
    func hostName() async throws {
        let log = RecordedLog()
        var configuration = ServerConfiguration(databasePath: try temporaryFile(), port: 0)
        // A label has at most 63 characters, so no name server is asked.
        configuration.host = String(repeating: "a", count: 64) + ".example"
        let server = try await TrendyServerApplication(
            configuration: configuration,
            dependencies: TestWorld().dependencies,
            logger: log.logger()
        )

        let error = await #expect(throws: ServerError.self) { try await server.run() }

        #expect(error?.code == .cannotListen)
        #expect(error?.message.contains(configuration.host) == true)
        #expect(log.count(of: "travel unencrypted") == 1)
        #expect(log.count(of: "Sign-up is open") == 1)
    }

    @Test("A server runs the services of an injected database and closes it once")
    func injectedDatabase() async throws {
        let store = try SQLiteStore(path: try temporaryFile(), random: TestRandom(seed: 4))
        let events = Mutex<[String]>([])
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let server = try await TrendyServerApplication(
            configuration: ServerConfiguration(databasePath: "/nonexistent/server.sqlite", port: 0),
            dependencies: TestWorld().dependencies,
            logger: RecordedLog().logger(),
            onListening: { continuation.yield($0) },
            database: { _, _, _ in
                ServerDatabase(
                    store: store,
                    secrets: store.secrets,
                    localPath: try temporaryFile(),
                    services: [RecordingService { text in events.withLock { $0.append(text) } }],
                    close: {
                        events.withLock { $0.append("close") }
                        try await store.close()
                    }
                )
            }
        )
        let group = ServiceGroup(
            services: [server],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        async let run: Void = group.run()
        var iterator = ports.makeAsyncIterator()
        _ = try #require(await iterator.next())

        await group.triggerGracefulShutdown()
        try await run

        #expect(events.withLock { $0 } == ["run", "stop", "close"])
    }

    /// A service that reports its start and its stop.
    private struct RecordingService: Service {
        let record: @Sendable (String) -> Void

        func run() async throws {
            record("run")
            try? await gracefulShutdown()
            record("stop")
        }
    }

    @Test("A server reports its port, refuses a port in use, and stops on request")
    func listening() async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let server = try await start(temporaryFile()) { continuation.yield($0) }
        let group = ServiceGroup(
            services: [server],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        async let run: Void = group.run()
        var iterator = ports.makeAsyncIterator()
        let port = try #require(await iterator.next())

        #expect(port > 0)
        let second = try await start(temporaryFile(), port: port)
        #expect(await code { try await second.run() } == .addressInUse)

        await group.triggerGracefulShutdown()
        try await run
    }
}
