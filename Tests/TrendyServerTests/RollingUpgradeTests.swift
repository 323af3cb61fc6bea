import Foundation
import Synchronization
import TestSupport
import Testing
import TrendyModel
import TrendyPostgres
import TrendyServer
import TrendyWire

/// The root of the repository.
private let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private let ended = PostgresCluster.Failure(description: "The process has ended.")

/// What the writers and the test tell each other.
private final class Writers: Sendable {
    let isDone = Mutex(false)
    let failures = Mutex<[String]>([])
}

@Suite("Servers behind HAProxy, as the how-to describes", .serialized)
struct RollingUpgradeTests {
    private static let proxy = "/usr/sbin/haproxy"

    /// A server with the command of its systemd unit.
    private final class Server: Sendable {
        let port: Int
        private let process = Process()

        init(port: Int, database: String, files: String) async throws {
            self.port = port
            let unit = try String(
                contentsOf: root.appendingPathComponent("packaging/systemd/trendy@.service"),
                encoding: .utf8
            )
            let line = try #require(
                unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=/usr/bin/trendy ") }
            )
            let words = line.split(separator: " ").dropFirst().map { word in
                word.replacing("%i", with: "\(port)")
                    .replacing("${TRENDY_DATABASE}", with: database)
                    .replacing("/var/lib/trendy", with: files)
                    .replacing("$TRENDY_OPTIONS", with: "--no-web")
            }
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
                .deletingLastPathComponent().appendingPathComponent("trendy")
            process.arguments = words.map { String($0) } + ["--log-level", "error"]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            try await eventually {
                guard process.isRunning else { throw ended }
                return (try? await Self.status(port: port)) == 200
            }
        }

        private static func status(port: Int) async throws -> Int? {
            let client = try await RawClient.connect(port: port)
            defer { client.close() }
            await client.send("GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return await client.readHead().flatMap(RawClient.status)
        }

        /// Stops it as systemd does, and returns its exit status.
        func stop() async throws -> Int32 {
            process.terminate()
            let process = process
            return try await onOwnThread {
                process.waitUntilExit()
                return process.terminationStatus
            }
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
    }

    /// The proxy with the configuration that the how-to gives.
    private final class Proxy: Sendable {
        private let process = Process()

        init(port: Int, nodes: [Int]) async throws {
            process.executableURL = URL(fileURLWithPath: RollingUpgradeTests.proxy)
            process.arguments = [
                "-db", "-f", root.appendingPathComponent("packaging/haproxy/trendy.cfg").path,
            ]
            var environment = ProcessInfo.processInfo.environment
            environment["TRENDY_BIND"] = "127.0.0.1:\(port)"
            environment["TRENDY_NODE_1"] = "127.0.0.1:\(nodes[0])"
            environment["TRENDY_NODE_2"] = "127.0.0.1:\(nodes[1])"
            environment["POSTGRES_BIND"] = "127.0.0.1:\(port + 1)"
            process.environment = environment
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            try await eventually {
                guard process.isRunning else { throw ended }
                let guest = WireClient(port: port, token: "", ids: TestWorld())
                guard let answer = try? await guest.send("GET", Route.health) else { return false }
                return RawClient.status(answer) == 200
            }
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
    }

    @Test(
        "Replacing one server after the other fails no request, also while the schema gets newer",
        .enabled(if: FileManager.default.isExecutableFile(atPath: RollingUpgradeTests.proxy))
    )
    func rolling() async throws {
        let cluster = try PostgresCluster.shared()
        let name = try cluster.makeDatabase()
        let url = cluster.url(name)
        try PostgresMigrations.migrate(
            PostgresConnection.open(PostgresURL(url), deadline: .after(.seconds(60)))
        )
        let files = URL(fileURLWithPath: try temporaryFile()).deletingLastPathComponent().path
        let base = Int.random(in: 20_000..<29_990)
        let nodes = [base, base + 1]
        var servers: [Server] = []
        for port in nodes {
            servers.append(try await Server(port: port, database: url, files: files))
        }
        let proxy = try await Proxy(port: base + 2, nodes: nodes)
        let client = try await WireClient.signedUp(port: base + 2)
        let writers = Writers()

        let written = try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<3 {
                group.addTask {
                    var count = 0
                    while !writers.isDone.withLock(\.self) {
                        let answer = try await client.pushType("Type \(writer)-\(count)")
                        if RawClient.status(answer) != 200 || !answer.contains("applied") {
                            writers.failures.withLock { $0.append(answer) }
                        }
                        count += 1
                    }
                    return count
                }
            }
            for (index, port) in nodes.enumerated() {
                #expect(try await servers[index].stop() == 0)
                if index == 0 {
                    // The next release has migrated: the one that still runs goes on, and this
                    // one starts again.
                    try cluster.sql(
                        """
                        ALTER TABLE entity ADD COLUMN added text;
                        ALTER TABLE account ADD COLUMN added int8 NOT NULL DEFAULT 0;
                        CREATE TABLE added (account uuid PRIMARY KEY);
                        INSERT INTO schema_migration VALUES (1000);
                        """,
                        database: name
                    )
                }
                servers[index] = try await Server(port: port, database: url, files: files)
                try await Task.sleep(for: .seconds(2))  // until the proxy uses it again
            }
            writers.isDone.withLock { $0 = true }
            return try await group.reduce(0, +)
        }

        #expect(writers.failures.withLock(\.self) == [])
        #expect(written > 10)
        let stored = try cluster.sql("SELECT count(*) FROM entity", database: name)
        #expect(stored == "\(written)\n")
        for server in servers { _ = try await server.stop() }
        withExtendedLifetime(proxy) {}
    }
}
