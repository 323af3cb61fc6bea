import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Logging
import Synchronization
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Failures of the server's disk", .serialized)
struct DiskFailureTests {
    private static let secret = "a-note-that-no-log-may-hold"
    private let log = TestLog()

    /// Pushes an event type and some events of 9 kB.
    private func push(_ client: ServerClient, events: Int = 1) async throws -> TestResponse {
        let type = client.world.id()
        let notes = Self.secret + String(repeating: "x", count: 9000)
        return try await client.push(
            [client.mutation(.create, .eventType, type, typeFields("T\(type)"))]
                + (0..<events).map { index in
                    client.mutation(
                        .create,
                        .event,
                        client.world.id(),
                        eventFields(type, at: Int64(index), extra: #","notes":"\#(notes)""#)
                    )
                }
        )
    }

    private func expectNoValues() {
        #expect(!log.text.contains(Self.secret))
        #expect(!log.text.contains("ada@example.com"))
        #expect(!log.text.contains("INSERT"))
    }

    /// Overwrites the first page of a table.
    static func damage(_ table: String, in path: String) throws {
        let queue = try DatabaseQueue(path: path)
        let (page, size) = try queue.unsafeRead { db in
            (
                try Int.fetchOne(
                    db,
                    sql: "SELECT rootpage FROM sqlite_master WHERE name = ?",
                    arguments: [table]
                ),
                try Int.fetchOne(db, sql: "PRAGMA page_size")
            )
        }
        try queue.close()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64((try #require(page) - 1) * (try #require(size))))
        try file.write(contentsOf: Data(repeating: 0xA5, count: try #require(size)))
        try file.close()
    }

    @Test(
        "A damaged page stops all data service permanently, and the log names the remedy",
        arguments: [0, 1]
    )
    func corrupt(readers: Int) async throws {
        let path = try temporaryFile()
        let token = Mutex<String?>(nil)
        let healthy = try await ServerFixture(factory: .sqlite, database: path)
        try await healthy.test { client in
            let client = try await client.signedUp()
            #expect(try await push(client, events: 20).status == .ok)
            token.withLock { $0 = client.token }
        }
        try await healthy.store.close()
        try Self.damage("entity", in: path)
        let damaged = try await ServerFixture(
            seed: 2,
            factory: .sqlite,
            database: path,
            readers: readers,
            log: log
        )
        // A page of this size is read on a reader connection, if there is one.
        let changes = "\(Route.changes)?limit=1000"

        try await damaged.test { client in
            var client = client
            client.token = token.withLock { $0 }
            #expect(try await client.send(.get, Route.ready).status == .ok)

            let first = try await client.send(.get, changes)
            let answers = [
                first, try await client.send(.get, changes), try await push(client),
                try await client.send(.get, Route.latestCursor),
                try await client.send(
                    .post,
                    "\(Route.token)?grant_type=password",
                    #"{"email":"ada@example.com","password":"correct horse"}"#
                ),
            ]
            let ready = try await client.send(.get, Route.ready)
            let health = try await client.send(.get, Route.health)

            for answer in answers {
                #expect(answer.status == .serviceUnavailable)
                #expect(answer.problem?.code == .unavailable)
                #expect(answer.problem?.detail.contains("damaged") == true)
                #expect(answer.headers[.retryAfter] != nil)
            }
            #expect(ready.status == .serviceUnavailable)
            #expect(ready.problem?.detail.contains("corrupt: SQLITE_CORRUPT (11)") == true)
            #expect(health.status == .ok)
        }

        let critical = log.entries.filter { $0.level == .critical }
        #expect(critical.count == 1)
        for word in ["trendy server check", "trendy server restore"] {
            #expect(critical.first?.message.contains(word) == true)
        }
        #expect(critical.first?.metadata.contains("SQLITE_CORRUPT (11)") == true)
        expectNoValues()
    }

    @Test("A full database answers 503, and is ready again once a write with new pages succeeds")
    func full() async throws {
        let fixture = try await ServerFixture(factory: .sqlite, log: log)
        @Sendable func limit(_ sql: String) async throws {
            try await fixture.sqlite.queue.write { try $0.execute(sql: sql) }
        }

        try await fixture.test { client in
            let client = try await client.signedUp()
            #expect(try await push(client).status == .ok)
            // SQLite does not set a limit below the current size.
            try await limit("PRAGMA max_page_count = 1")

            let refused = try await push(client, events: 40)
            let notReady = try await client.send(.get, Route.ready)
            try await limit("PRAGMA max_page_count = 1000000")
            let ready = try await client.send(.get, Route.ready)
            let taken = try await push(client, events: 40)

            #expect(refused.status == .serviceUnavailable)
            #expect(refused.headers[.retryAfter] != nil)
            #expect(notReady.status == .serviceUnavailable)
            #expect(notReady.problem?.detail.contains("disk_full: SQLITE_FULL (13)") == true)
            #expect(ready.status == .ok)
            #expect(taken.status == .ok)
        }

        #expect(log.text.contains("SQLITE_FULL (13)"))
        expectNoValues()
    }

    @Test("A disk with little space is not ready before it is full, and is ready with space again")
    func fullDisk() async throws {
        guard let mount = try TestMount(megabytes: 64) else { return }  // for the superuser only
        let fixture = try await ServerFixture(
            factory: .sqlite,
            database: mount.directory + "/server.sqlite",
            log: log
        )
        let directory = mount.directory
        @Sendable func fill(_ name: String, megabytes: Int) -> Bool {
            FileManager.default.createFile(
                atPath: directory + "/" + name,
                contents: Data(repeating: 1, count: megabytes << 20)
            )
        }

        try await fixture.test { client in
            let client = try await client.signedUp()
            #expect(try await client.send(.get, Route.ready).status == .ok)
            #expect(fill("most", megabytes: 40))
            let low = try await client.send(.get, Route.ready)
            let stillTaken = try await push(client)
            for number in 0..<40 where fill("rest\(number)", megabytes: 1) {}
            let refused = try await push(client, events: 400)
            try FileManager.default.removeItem(atPath: directory + "/most")
            let ready = try await client.send(.get, Route.ready)
            let taken = try await push(client)

            #expect(low.status == .serviceUnavailable)
            #expect(low.problem?.detail.contains("low_disk_space") == true)
            #expect(stillTaken.status == .ok)
            #expect(refused.status == .serviceUnavailable)
            #expect(refused.headers[.retryAfter] != nil)
            #expect(ready.status == .ok)
            #expect(taken.status == .ok)
        }

        #expect(log.text.contains("SQLITE_FULL (13)"))
        expectNoValues()
        withExtendedLifetime(mount) {}
    }

    @Test("A database that refuses writes answers 503 and is not ready")
    func readOnly() async throws {
        let fixture = try await ServerFixture(factory: .sqlite, log: log)
        let queue = try fixture.sqlite.queue
        @Sendable func queryOnly(_ isOn: Bool) throws {
            try queue.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA query_only = \(isOn)")
            }
        }

        try await fixture.test { client in
            let client = try await client.signedUp()
            try queryOnly(true)

            let refused = try await push(client)
            let read = try await client.send(.get, Route.latestCursor)
            let notReady = try await client.send(.get, Route.ready)
            try queryOnly(false)
            let ready = try await client.send(.get, Route.ready)

            #expect(refused.status == .serviceUnavailable)
            #expect(refused.headers[.retryAfter] != nil)
            #expect(read.status == .ok)
            #expect(notReady.problem?.detail.contains("read_only: SQLITE_READONLY (8)") == true)
            #expect(ready.status == .ok)
        }
        expectNoValues()
    }

    @Test("A read-only file system is not ready")
    func readOnlyMount() async throws {
        let fixture = try await ServerFixture(factory: .sqlite, log: log)
        let directory = URL(fileURLWithPath: fixture.database).deletingLastPathComponent().path

        try await fixture.test { client in
            #expect(try await client.send(.get, Route.ready).status == .ok)
            do {
                guard let mount = TestMount(readOnly: directory) else { return }
                let notReady = try await client.send(.get, Route.ready)
                #expect(notReady.status == .serviceUnavailable)
                #expect(notReady.problem?.detail.contains("read_only") == true)
                withExtendedLifetime(mount) {}
            }
            #expect(try await client.send(.get, Route.ready).status == .ok)
        }
    }

    @Test(
        "A file that was moved while the server runs stops all data service",
        arguments: [0, 1]
    )
    func moved(readers: Int) async throws {
        let fixture = try await ServerFixture(factory: .sqlite, readers: readers, log: log)

        try await fixture.test { client in
            let client = try await client.signedUp()
            let path = fixture.database
            try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
            let refused = try await push(client)
            let read = try await client.send(.get, Route.latestCursor)
            let longRead = try await client.send(.get, "\(Route.changes)?limit=1000")
            let ready = try await client.send(.get, Route.ready)

            #expect(refused.status == .serviceUnavailable)
            #expect(read.status == .serviceUnavailable)
            #expect(longRead.status == .serviceUnavailable)
            #expect(ready.problem?.detail.contains("file_replaced") == true)
        }
        #expect(log.entries.contains { $0.level == .critical })
    }
}
