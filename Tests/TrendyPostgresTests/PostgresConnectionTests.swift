import TestSupport
import Testing

@testable import TrendyPostgres

struct PostgresConnectionTests {
    private static let insert = PostgresStatement(
        "insert",
        [.int8],
        "INSERT INTO t (id) VALUES ($1)"
    )

    @Test("An error in the middle of a batch undoes it, and the connection goes on")
    func errorInTheMiddle() throws {
        let connection = try PostgresFixture().connect()
        try connection.run("CREATE TABLE t (id int8 CONSTRAINT positive CHECK (id > 0))")
        var batch = PostgresBatch()
        for id: Int64 in [1, -1, 3] { batch.add(Self.insert) { $0.append(int8: id) } }

        let error = try postgresError { try connection.roundTrip(batch) }
        let count = try connection.run("SELECT count(*) FROM t")[0].int(0)

        #expect(error.kind == .constraint)
        #expect(error.sqlState == "23514")
        #expect(error.constraint == "positive")
        #expect(count == 0)
        #expect(connection.isOpen)
        #expect(!connection.isInTransaction)
    }

    @Test("A statement whose preparation failed is prepared again")
    func preparationFails() throws {
        let fixture = try PostgresFixture()
        let connection = try fixture.connect()
        let parameters = PostgresParameters { $0.append(int8: 5) }

        let error = try postgresError { try connection.roundTrip(.init(Self.insert, parameters)) }
        try fixture.sql("CREATE TABLE t (id int8)")
        try connection.roundTrip(PostgresBatch(Self.insert, parameters))

        #expect(error.kind == .other)
        #expect(error.sqlState == "42P01")
        #expect(try fixture.sql("SELECT id FROM t") == "5\n")
    }

    @Test("A call ends at its deadline, and the server ends its statement")
    func deadline() async throws {
        let fixture = try PostgresFixture()
        let connection = try fixture.connect()
        let process = connection.processID

        let error = try postgresError {
            try connection.roundTrip(
                PostgresBatch(PostgresStatement("slow", [], "SELECT pg_sleep(600)")),
                deadline: .after(.milliseconds(100))
            )
        }

        #expect(error.kind == .unavailable)
        #expect(error.origin == .deadline)
        #expect(!connection.isOpen)
        try await eventually {
            try fixture.sql("SELECT count(*) FROM pg_stat_activity WHERE pid = \(process)")
                == "0\n"
        }
    }

    @Test("A call after its deadline is not sent")
    func lateCall() throws {
        let connection = try PostgresFixture().connect()

        let error = try postgresError { try connection.check(deadline: .now) }

        #expect(error.origin == .deadline)
        #expect(connection.isOpen)
    }

    @Test("Notifications arrive in order, also while the connection waits")
    func notifications() async throws {
        let fixture = try PostgresFixture()
        let listener = try fixture.connect()
        try listener.listen(to: "changes")
        #expect(try listener.notifications(until: .now).isEmpty)

        try fixture.sql("NOTIFY changes, 'a'; NOTIFY other, 'x'; NOTIFY changes, 'b'")
        var payloads: [String] = []
        while payloads.count < 2 {
            payloads += try listener.notifications(until: soon).map(\.payload)
        }
        try listener.check(deadline: soon)

        #expect(payloads == ["a", "b"])
    }

    @Test("A connection that waits for notifications notices the end of its server")
    func listenerLosesServer() throws {
        let cluster = try PostgresCluster()
        let listener = try PostgresFixture(cluster).connect()
        try listener.listen(to: "changes")

        cluster.stop()
        let error = try postgresError { _ = try listener.notifications(until: soon) }

        #expect(error.kind == .unavailable)
        #expect(!listener.isOpen)
    }

    @Test("A standby refuses writes as unavailable, and several hosts lead to the primary")
    func standby() throws {
        let primary = try PostgresCluster()
        try primary.sql("CREATE TABLE t (id int8)")
        let standby = try PostgresCluster(standbyOf: primary)
        let hosts =
            "postgres://\(PostgresCluster.owner)@/postgres?host=\(standby.socketDirectory),"
            + primary.socketDirectory

        let onStandby = try PostgresConnection.open(.init(standby.url()), deadline: soon)
        let error = try postgresError { try onStandby.run("INSERT INTO t VALUES (1)") }
        let first = try PostgresConnection.open(.init(hosts), deadline: soon)
        let onPrimary = try PostgresConnection.open(
            .init(hosts + "&target_session_attrs=read-write"),
            deadline: soon
        )
        try onPrimary.run("INSERT INTO t VALUES (2)")
        let refusal = try postgresError {
            _ = try PostgresConnection.open(
                .init(standby.url(options: "&target_session_attrs=read-write")),
                deadline: soon
            )
        }

        #expect(error.kind == .unavailable)
        #expect(error.sqlState == "25006")
        #expect(!onStandby.isOpen)
        #expect(try first.run("SELECT pg_is_in_recovery()")[0].bool(0))
        #expect(try primary.sql("SELECT id FROM t") == "2\n")
        #expect(refusal.kind == .unavailable)
        #expect(refusal.origin == .cannotConnect)
    }

    @Test("A host that does not answer leaves time for the next one")
    func silentHost() throws {
        let fixture = try PostgresFixture()
        let silent = try SilentSocket()
        let url =
            "postgres://\(PostgresCluster.owner)@/\(fixture.database)?host="
            + "\(silent.directory),\(fixture.cluster.socketDirectory)"

        let connection = try PostgresConnection.open(.init(url), deadline: .after(.seconds(6)))

        #expect(try connection.run("SELECT 1")[0].int(0) == 1)
    }

    @Test("Errors contain no values of parameters and rows")
    func noValues() throws {
        let connection = try PostgresFixture().connect()
        try connection.run("CREATE TABLE t (id int8, note bytea CONSTRAINT one_note UNIQUE)")
        let insert = "INSERT INTO t (note) VALUES ($1)"
        try connection.run(insert, [.bytea]) { $0.append(byteaOf: "slept badly") }

        let unique = try postgresError {
            try connection.run(insert, [.bytea]) { $0.append(byteaOf: "slept badly") }
        }
        let cast = try postgresError {
            try connection.run("SELECT $1::int4", [.text]) { $0.append(text: "slept badly") }
        }
        let zero = try postgresError {
            try connection.run("SELECT $1", [.text]) { $0.append(text: "slept\0badly") }
        }

        #expect(unique.kind == .constraint)
        #expect(unique.constraint == "one_note")
        for error in [unique, cast, zero] {
            #expect(!"\(error) \(error.message)".contains("slept"))
            #expect(!"\(error)".contains(#"\x"#))
        }
        #expect(cast.sqlState == "22P02")
        #expect(zero.sqlState == "22021")
    }

    @Test("A connection that an operator ends is unavailable")
    func terminated() throws {
        let fixture = try PostgresFixture()
        let connection = try fixture.connect()

        try fixture.sql("SELECT pg_terminate_backend(\(connection.processID), 60000)")
        let error = try postgresError { try connection.run("SELECT 1") }

        #expect(error.kind == .unavailable)
        #expect(!connection.isOpen)
    }

    @Test("The server ends the session of a transaction that a frozen process keeps open")
    func idleInTransaction() throws {
        let fixture = try PostgresFixture()
        var settings = PostgresSessionSettings()
        settings.idleInTransaction = .milliseconds(50)
        let connection = try PostgresConnection.open(
            fixture.url(),
            settings: settings,
            deadline: soon
        )

        let error = try postgresError {
            try connection.transaction { transaction in
                try transaction.roundTrip(
                    PostgresBatch(PostgresStatement("one", [], "SELECT 1"))
                )
                _ = SocketPoll.wait(connection.socket, until: soon)
                try transaction.roundTrip(
                    PostgresBatch(PostgresStatement("two", [], "SELECT 2"))
                )
            }
        }

        #expect(error.kind == .unavailable)
        #expect(!connection.isOpen)
    }
}
