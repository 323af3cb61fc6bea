import Foundation
import TestSupport
import Testing
import TrendyModel
import TrendyPostgres
import TrendyServer
import TrendyWire

@Suite("A running server whose database has a fault", .serialized)
struct PostgresFaultTests {
    /// A migrated database.
    private struct Database {
        let cluster: PostgresCluster
        let name: String

        init(_ cluster: PostgresCluster, tablespace: String? = nil) throws {
            self.cluster = cluster
            if let tablespace {
                name = "small"
                try cluster.sql("CREATE TABLESPACE small LOCATION '\(tablespace)'")
                try cluster.sql("CREATE DATABASE small TABLESPACE small")
            } else {
                name = try cluster.makeDatabase()
            }
            let url = try PostgresURL(cluster.url(name))
            let deadline = Deadline.after(.seconds(60))
            try PostgresMigrations.migrate(PostgresConnection.open(url, deadline: deadline))
        }

        @discardableResult
        func sql(_ text: String) throws -> String { try cluster.sql(text, database: name) }
    }

    /// Runs a server on a database.
    private func run(
        _ database: Database,
        directory: String? = nil,
        user: String = PostgresCluster.owner,
        connections: Int = 2,
        callTime: Duration = .seconds(60),
        clockOffset: Duration = .zero,
        _ body: @escaping @Sendable (RunningServer) async throws -> Void
    ) async throws {
        let host = directory ?? database.cluster.socketDirectory
        let url = try PostgresURL("postgres://\(user)@/\(database.name)?host=\(host)")
        let localPath = try temporaryFile()
        try await RunningServer.run(
            wallClock: SystemClock(offset: clockOffset),
            database: { configuration, dependencies, logger in
                var limits = PostgresPoolLimits()
                limits.connections = connections
                let (store, secrets) = try await PostgresStore.open(
                    url,
                    random: dependencies.random,
                    poolLimits: limits,
                    logger: logger,
                    callTime: callTime,
                    wallClock: dependencies.wallClock,
                    failover: FailoverOptions(path: localPath)
                )
                return ServerDatabase(
                    store: store,
                    secrets: secrets,
                    localPath: localPath,
                    close: { try await store.close() }
                )
            },
            body
        )
    }

    private func field(_ name: String, of answer: String) -> String? {
        answer.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    @Test("A full disk: 503, one line with the remedy, reads go on, and nothing is lost")
    func fullDisk() async throws {
        guard let mount = try TestMount(megabytes: 24) else { return }
        let space = mount.directory + "/space"
        try FileManager.default.createDirectory(
            atPath: space,
            withIntermediateDirectories: true
        )
        try PostgresCluster.giveToOwner(mount.directory)
        let database = try Database(PostgresCluster(), tablespace: space)
        let filler = mount.directory + "/filler"
        try await run(database) { server in
            let client = try await WireClient.signedUp(port: server.port)
            #expect(RawClient.status(try await client.pushType("Tea")) == 200)
            _ = FileManager.default.createFile(atPath: filler, contents: nil)
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: filler))
            // Until the file system is full.
            while (try? file.write(contentsOf: Data(count: 4096))) != nil {}
            try file.close()

            var count = 1
            var answer = ""
            for number in 0..<2000 {
                answer = try await client.pushType("Type \(number)")
                guard RawClient.status(answer) == 200 else { break }
                count += 1
            }

            #expect(RawClient.status(answer) == 503, "\(answer)")
            #expect(field("retry-after", of: answer) == "60")
            #expect(server.log.count(of: "The disk of the database is full") == 1)
            #expect(try await client.changeCount() == min(count, 1000))
            try FileManager.default.removeItem(atPath: filler)
            #expect(RawClient.status(try await client.pushType("Last")) == 200)
            #expect(try await client.changeCount() == min(count + 1, 1000))
        }
        withExtendedLifetime(mount) {}
    }

    @Test("A slow database: not ready within the deadline, and ready again afterwards")
    func slow() async throws {
        let database = try Database(PostgresCluster.shared())
        let proxy = try SlowPostgresProxy(database.cluster)
        try await run(database, directory: proxy.directory) { server in
            let client = try await WireClient.signedUp(port: server.port)
            #expect(try await server.status(of: "/ready") == 200)

            proxy.setDelay(.seconds(2))
            let answer = try await client.send("GET", "/ready")
            #expect(RawClient.status(answer) == 503)
            #expect(answer.contains("timeout"))
            // Slow, and not lost.
            #expect(RawClient.status(try await client.pushType("Tea")) == 200)

            proxy.setDelay(.zero)
            try await eventually { try await server.status(of: "/ready") == 200 }
            #expect(try await client.changeCount() == 1)
            #expect(server.log.count(of: "The database did not answer in time") == 1)
        }
    }

    @Test("A dry pool: 503 with Retry-After, and one line")
    func dryPool() async throws {
        let database = try Database(PostgresCluster.shared())
        try await run(database, connections: 1, callTime: .seconds(3)) { server in
            let client = try await WireClient.signedUp(port: server.port)
            #expect(RawClient.status(try await client.pushType("Tea")) == 200)
            let lock = try database.cluster.holdLock(on: "account", database: database.name)

            async let first = client.pushType("Blocked")
            async let second = client.send("GET", Route.latestCursor)
            let answers = try await [first, second]
            for answer in answers {
                #expect(RawClient.status(answer) == 503, "\(answer)")
                #expect(field("retry-after", of: answer) != nil)
            }
            lock.release()

            try await eventually {
                RawClient.status(try await client.pushType("Later")) == 200
            }
            #expect(try await client.changeCount() >= 2)
            #expect(
                server.log.count(of: "No connection to the database became free") == 1,
                "\(server.log.lines)"
            )
        }
    }

    @Test("A clock that is off: not ready, with one line, and requests go on")
    func clock() async throws {
        let database = try Database(PostgresCluster.shared())
        try await run(database, clockOffset: .seconds(10)) { server in
            let client = try await WireClient.signedUp(port: server.port)

            for _ in 0..<2 {
                let answer = try await client.send("GET", "/ready")
                #expect(RawClient.status(answer) == 503)
                #expect(answer.contains("clock_skew"))
            }

            #expect(server.log.count(of: "synchronize both") == 1)
            #expect(RawClient.status(try await client.pushType("Tea")) == 200)
        }
    }

    @Test("Lost rights: 503, one line with the GRANT, and nothing is lost")
    func rights() async throws {
        let database = try Database(PostgresCluster.shared())
        let role = "r_\(database.name)"
        let grant = "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(role)"
        try database.sql("CREATE ROLE \(role) LOGIN; \(grant)")
        try await run(database, user: role) { server in
            let client = try await WireClient.signedUp(port: server.port)
            #expect(RawClient.status(try await client.pushType("Tea")) == 200)

            try database.sql("REVOKE INSERT ON entity FROM \(role)")
            let answer = try await client.pushType("Coffee")
            #expect(RawClient.status(answer) == 503, "\(answer)")
            #expect(field("retry-after", of: answer) == "60")
            #expect(server.log.count(of: "run GRANT SELECT") == 1)

            try database.sql(grant)
            #expect(RawClient.status(try await client.pushType("Water")) == 200)
            #expect(try await client.changeCount() == 2)
        }
        try database.sql("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    @Test("A cluster restored to yesterday under a running server: 503, then a new epoch")
    func restored() async throws {
        let cluster = try PostgresCluster()
        let database = try Database(cluster)
        try await run(database) { server in
            let client = try await WireClient.signedUp(port: server.port)
            #expect(RawClient.status(try await client.pushType("Tea")) == 200)
            let before = try await client.send("GET", Route.latestCursor)
            cluster.stop()
            #expect(try await server.status(of: "/ready") == 503)
            let copy = try cluster.copyData()
            try cluster.start()
            try await eventually { try await server.status(of: "/ready") == 200 }
            for number in 0..<100 {
                #expect(RawClient.status(try await client.pushType("Type \(number)")) == 200)
            }

            cluster.stop()
            try cluster.restore(copy)
            try cluster.start()
            try await eventually { try await server.status(of: "/ready") == 200 }

            let after = try await client.send("GET", Route.latestCursor)
            #expect(RawClient.status(after) == 200)
            #expect(epoch(after) != epoch(before))
            #expect(try await client.changeCount() == 1)
            #expect(server.log.count(of: "has lost acknowledged changes") == 1)
        }
    }

    private func epoch(_ answer: String) -> Substring? {
        answer.firstRange(of: "\"cursor\":\"").map { answer[$0.upperBound...].prefix { $0 != "-" } }
    }
}
