import TestSupport
import Testing
import TrendyPostgres

struct PostgresTransactionTests {
    private static let read = PostgresStatement(
        "read",
        [.int8],
        "SELECT value FROM t WHERE id = $1 FOR NO KEY UPDATE"
    )
    private static let write = PostgresStatement(
        "write",
        [.int8, .int8],
        "UPDATE t SET value = $2 WHERE id = $1"
    )

    private func fixture(_ cluster: PostgresCluster? = nil) throws -> PostgresFixture {
        let fixture = try PostgresFixture(cluster)
        try fixture.sql(
            "CREATE TABLE t (id int8 PRIMARY KEY, value int8); INSERT INTO t VALUES (1, 0), (2, 0)"
        )
        return fixture
    }

    private func readBatch(_ id: Int64) -> PostgresBatch {
        PostgresBatch(Self.read, PostgresParameters { $0.append(int8: id) })
    }

    private func writeBatch(_ id: Int64, _ value: Int64) -> PostgresBatch {
        PostgresBatch(
            Self.write,
            PostgresParameters {
                $0.append(int8: id)
                $0.append(int8: value)
            }
        )
    }

    @Test("A transaction commits what its last batch writes")
    func commits() throws {
        let fixture = try fixture()
        let connection = try fixture.connect()

        let before = try connection.transaction { transaction in
            let before = try transaction.roundTrip(readBatch(1))[0][0].int(0)
            #expect(connection.isInTransaction)
            let results = try transaction.commit(writeBatch(1, before + 5))
            #expect(results.count == 1)
            return before
        }
        try connection.transaction { _ = try $0.roundTrip(writeBatch(2, 7)) }

        #expect(before == 0)
        #expect(!connection.isInTransaction)
        #expect(try fixture.sql("SELECT value FROM t ORDER BY id") == "5\n7\n")
    }

    @Test("An error rolls the transaction back")
    func rollsBack() throws {
        struct Stop: Error {}
        let fixture = try fixture()
        let connection = try fixture.connect()

        #expect(throws: Stop.self) {
            try connection.transaction { transaction in
                try transaction.roundTrip(writeBatch(1, 5))
                throw Stop()
            }
        }

        #expect(!connection.isInTransaction)
        #expect(try fixture.sql("SELECT value FROM t WHERE id = 1") == "0\n")
    }

    @Test("A transaction that conflicts is repeated until it commits")
    func repeats() async throws {
        let fixture = try fixture()
        let isolation = "&options=-c%20default_transaction_isolation%3Dserializable"
        let attempts = Recorded<Int>()

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onOwnThread {
                        let connection = try fixture.connect(isolation)
                        for _ in 0..<10 {
                            try connection.transaction { transaction in
                                attempts.append(1)
                                let value = try transaction.roundTrip(readBatch(1))[0][0].int(0)
                                try transaction.commit(writeBatch(1, value + 1))
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(try fixture.sql("SELECT value FROM t WHERE id = 1") == "40\n")
        #expect(attempts.values.count >= 40)
    }

    @Test(
        "A conflict in each attempt ends as unavailable at the deadline",
        arguments: ["40001", "40P01"]
    )
    func bounded(state: String) throws {
        let fixture = try fixture()
        try fixture.sql(
            "CREATE FUNCTION fail() RETURNS void LANGUAGE plpgsql AS "
                + "$$BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '\(state)'; END$$"
        )
        let connection = try fixture.connect()
        connection.deadline = .after(.seconds(1))
        var attempts = 0

        let error = try postgresError {
            try connection.transaction { transaction in
                attempts += 1
                try transaction.roundTrip(
                    PostgresBatch(PostgresStatement("fail", [], "SELECT fail()"))
                )
            }
        }

        #expect(attempts > 1)
        #expect(error.kind == .unavailable)
        #expect(error.sqlState == state)
        #expect(connection.isOpen)
        #expect(!connection.isInTransaction)
    }

    @Test("Transactions that wait for each other both commit")
    func deadlock() async throws {
        let fixture = try fixture(PostgresCluster(settings: ["deadlock_timeout=20ms"]))

        try await withThrowingTaskGroup(of: Void.self) { group in
            for (first, second) in [(Int64(1), Int64(2)), (2, 1)] {
                group.addTask {
                    try await onOwnThread {
                        let connection = try fixture.connect()
                        try connection.transaction { transaction in
                            let one = try transaction.roundTrip(readBatch(first))[0][0].int(0)
                            let other = try transaction.roundTrip(readBatch(second))[0][0].int(0)
                            var batch = writeBatch(first, one + 1)
                            batch.add(Self.write) {
                                $0.append(int8: second)
                                $0.append(int8: other + 1)
                            }
                            try transaction.commit(batch)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(try fixture.sql("SELECT value FROM t ORDER BY id") == "2\n2\n")
    }

    /// A cluster whose commits wait for a standby that does not exist.
    private func waitingCluster() throws -> PostgresFixture {
        let cluster = try PostgresCluster()
        let fixture = try fixture(cluster)
        try cluster.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try cluster.sql("SELECT pg_reload_conf()")
        return fixture
    }

    private func waitForCommit(_ fixture: PostgresFixture) async throws {
        try await eventually {
            try fixture.sql(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            ) == "1\n"
        }
    }

    private func commit(_ fixture: PostgresFixture) async throws -> PostgresError {
        try await onOwnThread {
            let connection = try fixture.connect()
            let error = try postgresError {
                try connection.transaction { _ = try $0.commit(writeBatch(1, 5)) }
            }
            #expect(!connection.isOpen)
            return error
        }
    }

    @Test("A server that is killed in a commit leaves the result unknown")
    func killedInCommit() async throws {
        let fixture = try waitingCluster()

        async let error = commit(fixture)
        try await waitForCommit(fixture)
        fixture.cluster.kill()

        #expect(try await error.kind == .commitUnknown)
        #expect(try await error.origin == .connectionLost)
    }

    @Test("A commit that a standby did not confirm is unknown, although it was acknowledged")
    func cancelledWait() async throws {
        let fixture = try waitingCluster()

        async let error = commit(fixture)
        try await waitForCommit(fixture)
        try fixture.sql(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        )

        #expect(try await error.kind == .commitUnknown)
        #expect(try await error.origin == .commitWarning)
        #expect(try fixture.sql("SELECT value FROM t WHERE id = 1") == "5\n")
    }

    @Test("A commit that an operator ends is unknown")
    func terminatedInCommit() async throws {
        let fixture = try waitingCluster()

        async let error = commit(fixture)
        try await waitForCommit(fixture)
        try fixture.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        )

        #expect(try await error.kind == .commitUnknown)
    }

    @Test("A commit past its deadline is unknown, and is not cancelled")
    func lateCommit() async throws {
        let fixture = try waitingCluster()
        let connection = try fixture.connect()
        connection.deadline = .after(.milliseconds(500))

        let error = try postgresError {
            try connection.transaction { _ = try $0.commit(writeBatch(1, 5)) }
        }

        #expect(error.kind == .commitUnknown)
        #expect(error.origin == .deadline)
        #expect(!connection.isOpen)
    }

    @Test("An error before the commit in the same batch is certain")
    func refusedCommit() throws {
        let fixture = try fixture()
        try fixture.sql("ALTER TABLE t ADD CONSTRAINT small CHECK (value < 10)")
        let connection = try fixture.connect()

        let error = try postgresError {
            try connection.transaction { _ = try $0.commit(writeBatch(1, 50)) }
        }

        #expect(error.kind == .constraint)
        #expect(connection.isOpen)
        #expect(!connection.isInTransaction)
    }
}
