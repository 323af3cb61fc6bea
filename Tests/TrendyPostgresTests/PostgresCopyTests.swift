import TestSupport
import Testing
import TrendyModel

@testable import TrendyPostgres

struct PostgresCopyTests {
    private func fixture() throws -> PostgresFixture {
        let fixture = try PostgresFixture()
        try fixture.sql("CREATE TABLE t (id int8 PRIMARY KEY, name bytea)")
        return fixture
    }

    private func rows(_ values: [(Int64, [UInt8]?)]) -> PostgresCopy {
        PostgresCopy(into: "t", columns: ["id", "name"], values) {
            $0.append(int8: $1.0)
            $0.append(bytea: $1.1)
        }
    }

    private static let all = PostgresStatement("all", [], "SELECT id, name FROM t ORDER BY id")

    private func contents(_ connection: PostgresConnection) throws -> [[UInt8]?] {
        try connection.roundTrip(PostgresBatch(Self.all))[0].map { $0.optionalBytes(1) }
    }

    @Test("Rows arrive with their zero bytes and NULLs, in one transaction with statements")
    func copies() throws {
        let connection = try fixture().connect()
        let large = [UInt8](repeating: 7, count: 3_000_000)

        try connection.transaction { transaction in
            try transaction.copy(rows([(1, [0, 255, 0]), (2, nil), (3, [])]))
            try transaction.copy(rows([(4, large)]))
            try transaction.commit(PostgresBatch(Self.all))
        }

        #expect(try contents(connection) == [[0, 255, 0], nil, [], large])
    }

    @Test("A refused row rolls everything back, and the connection goes on")
    func refusal() throws {
        let connection = try fixture().connect()
        try connection.transaction { try $0.copy(rows([(1, nil)])) }

        #expect {
            try connection.transaction { transaction in
                try transaction.copy(rows([(2, nil)]))
                try transaction.copy(rows((0..<1000).map { (1000 - $0, nil) }))
            }
        } throws: {
            ($0 as? PostgresError)?.sqlState == "23505"
        }

        #expect(connection.isOpen)
        #expect(!connection.isInTransaction)
        #expect(try contents(connection).count == 1)
    }

    @Test("A table that does not exist is an error, and the connection goes on")
    func missingTable() throws {
        let connection = try PostgresFixture().connect()

        #expect {
            try connection.transaction { try $0.copy(rows([(1, nil)])) }
        } throws: {
            ($0 as? PostgresError)?.sqlState == "42P01"
        }

        #expect(try connection.run("SELECT 1").count == 1)
    }

    @Test("The deadline ends a copy that waits, and closes the connection")
    func deadline() throws {
        let fixture = try fixture()
        let blocker = try fixture.connect()
        try blocker.run("BEGIN")
        try blocker.run("LOCK TABLE t")
        let connection = try fixture.connect()
        connection.deadline = .after(.milliseconds(300))

        #expect {
            try connection.transaction { try $0.copy(rows([(1, nil)])) }
        } throws: {
            ($0 as? PostgresError)?.origin == .deadline
        }

        #expect(!connection.isOpen)
        try blocker.run("ROLLBACK")
        #expect(try contents(blocker).isEmpty)
    }

    @Test("A server that ends the session in a copy makes it unavailable, and writes nothing")
    func terminated() throws {
        let fixture = try fixture()
        let connection = try fixture.connect()

        #expect {
            try connection.transaction { transaction in
                try transaction.copy(rows([(1, nil)]))
                try fixture.sql("SELECT pg_terminate_backend(\(connection.processID))")
                try transaction.copy(rows([(2, nil)]))
            }
        } throws: {
            ($0 as? PostgresError)?.kind == .unavailable
        }

        #expect(!connection.isOpen)
        #expect(try contents(fixture.connect()).isEmpty)
    }
}
