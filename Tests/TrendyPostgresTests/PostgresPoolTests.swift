import Synchronization
import TestSupport
import Testing
import TrendyServer

@testable import TrendyPostgres

struct PostgresPoolTests {
    private static let one = PostgresBatch(PostgresStatement("one", [], "SELECT 1"))

    /// A lock that lets the closures of a pool wait for the test.
    private final class Gate: Sendable {
        private let isOpen = Mutex(false)

        func open() { isOpen.withLock { $0 = true } }

        func wait() {
            while !isOpen.withLock({ $0 }) {
                _ = SocketPoll.wait(-1, until: .after(.milliseconds(2)))
            }
        }
    }

    @Test("A thousand tasks share four connections")
    func manyTasks() async throws {
        let pool = try PostgresFixture().pool(4)
        let processes = Recorded<Int32>()

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    try await pool.withConnection(deadline: soon) { connection in
                        try connection.roundTrip(Self.one)
                        processes.append(connection.processID)
                    }
                }
            }
            try await group.waitForAll()
        }
        let status = pool.status
        await pool.close()

        #expect(processes.values.count == 1000)
        #expect(Set(processes.values).count <= 4)
        #expect(status.waiting == 0)
        #expect(status.connected <= 4)
    }

    @Test("Callers of a busy pool are served in order; the queue and the wait are bounded")
    func runsDry() async throws {
        let pool = try PostgresFixture().pool(1, waiting: 3)
        let gate = Gate()
        let served = Recorded<Int>()

        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.withConnection(deadline: soon) { _ in gate.wait() } }
            try await eventually {
                let status = pool.status
                return status.connected == 1 && status.idle == 0 && status.waiting == 0
            }
            for number in 0..<2 {
                group.addTask {
                    try await pool.withConnection(deadline: soon) { _ in served.append(number) }
                }
                try await eventually { pool.status.waiting == number + 1 }
            }
            let late = try await postgresError {
                try await pool.withConnection(deadline: .after(.milliseconds(50))) { _ in }
            }
            group.addTask {
                try await pool.withConnection(deadline: soon) { _ in served.append(2) }
            }
            try await eventually { pool.status.waiting == 3 }
            let full = try await postgresError {
                try await pool.withConnection(deadline: soon) { _ in }
            }
            gate.open()
            try await group.waitForAll()

            #expect(late.kind == .unavailable)
            #expect(late.origin == .poolTimeout)
            #expect(full.kind == .unavailable)
            #expect(full.origin == .poolIsFull)
        }
        await pool.close()

        #expect(served.values == [0, 1, 2])
        let counts = pool.counters.values
        #expect(counts.waits.count == 4)
        #expect(counts.refusals == ["full": 1, "timeout": 1])
    }

    @Test("A cancelled caller leaves the queue at once")
    func cancellation() async throws {
        let pool = try PostgresFixture().pool(1)
        let gate = Gate()
        let busy = Task { try await pool.withConnection(deadline: soon) { _ in gate.wait() } }
        try await eventually { pool.status.connected == 1 && pool.status.idle == 0 }
        let waiting = Task {
            try await pool.withConnection(deadline: soon) { _ in Issue.record("It was served.") }
        }
        try await eventually { pool.status.waiting == 1 }

        waiting.cancel()

        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(pool.status.waiting == 0)
        gate.open()
        try await busy.value
        await pool.close()
    }

    @Test("A transaction that is left open is rolled back")
    func leftOpen() async throws {
        let fixture = try PostgresFixture()
        try fixture.sql("CREATE TABLE t (id int8)")
        let pool = try fixture.pool(1)

        try await pool.withConnection(deadline: soon) { connection in
            var batch = PostgresBatch(.begin)
            batch.add(PostgresStatement("insert", [], "INSERT INTO t VALUES (1)"))
            try connection.roundTrip(batch)
        }
        let isInTransaction = try await pool.withConnection(deadline: soon) { connection in
            try connection.roundTrip(Self.one)
            return connection.isInTransaction
        }
        await pool.close()

        #expect(!isInTransaction)
        #expect(try fixture.sql("SELECT count(*) FROM t") == "0\n")
    }

    @Test("The pool connects again after a restart, and says so once")
    func restart() async throws {
        let fixture = try PostgresFixture(PostgresCluster())
        let pool = try fixture.pool(2)
        try await pool.withConnection(deadline: soon) { _ = try $0.roundTrip(Self.one) }

        fixture.cluster.kill()
        let error = try await postgresError {
            try await pool.withConnection(deadline: .after(.milliseconds(300))) {
                _ = try $0.roundTrip(Self.one)
            }
        }
        try fixture.cluster.start()
        try await pool.withConnection(deadline: soon) { _ = try $0.roundTrip(Self.one) }
        try await eventually { pool.status.connected == 2 }
        await pool.close()

        #expect(error.kind == .unavailable)
    }

    @Test("Connections that end while they are idle cost no caller an error")
    func idleConnectionsEnd() async throws {
        let fixture = try PostgresFixture()
        let pool = try fixture.pool(2)
        try await eventually { pool.status.idle == 2 }

        try fixture.sql(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
                + "WHERE datname = current_database() AND application_name = 'trendy'"
        )

        for _ in 0..<4 {
            try await pool.withConnection(deadline: soon) { _ = try $0.roundTrip(Self.one) }
        }
        await pool.close()
    }

    @Test("An idle connection is checked, and stays usable")
    func idleCheck() async throws {
        let pool = try PostgresFixture().pool(1) { $0.idleTime = .milliseconds(1) }
        let first = try await pool.withConnection(deadline: soon) { $0.processID }

        var looks = 0
        try await eventually {
            looks += 1
            return looks > 5
        }
        let second = try await pool.withConnection(deadline: soon) { connection in
            try connection.roundTrip(Self.one)
            return connection.processID
        }
        await pool.close()

        #expect(first == second)
    }

    @Test("A server that cannot be reached refuses callers with the reason, at their deadline")
    func unreachable() async throws {
        let pool = try PostgresPool(
            PostgresURL("postgres:///nowhere?host=/nowhere"),
            random: FixedRandom(),
            logger: quiet
        )

        let error = try await postgresError {
            try await pool.withConnection(deadline: .after(.milliseconds(200))) { _ in }
        }
        await pool.close()

        #expect(error.kind == .unavailable)
        #expect(error.origin == .cannotConnect)
    }

    @Test("Closing serves the callers that wait, refuses new ones and ends the connections")
    func closing() async throws {
        let fixture = try PostgresFixture()
        let pool = try fixture.pool(1)
        let gate = Gate()
        let served = Recorded<Int>()
        let busy = Task { try await pool.withConnection(deadline: soon) { _ in gate.wait() } }
        try await eventually { pool.status.connected == 1 && pool.status.idle == 0 }
        let waiting = Task {
            try await pool.withConnection(deadline: soon) { connection in
                try connection.roundTrip(Self.one)
                served.append(1)
            }
        }
        try await eventually { pool.status.waiting == 1 }

        let closing = Task { await pool.close() }
        var refusal: PostgresError?
        try await eventually {
            // A call before the closing would wait: its own deadline ends it.
            refusal = try await postgresError {
                try await pool.withConnection(deadline: .now) { _ in }
            }
            return refusal?.origin == .poolIsClosed
        }
        gate.open()
        await closing.value
        try await busy.value
        try await waiting.value

        #expect(refusal?.kind == .unavailable)
        #expect(served.values == [1])
        #expect(pool.status.connected == 0)
        try await eventually {
            try fixture.sql(
                "SELECT count(*) FROM pg_stat_activity "
                    + "WHERE datname = current_database() AND application_name = 'trendy'"
            ) == "0\n"
        }
    }
}
