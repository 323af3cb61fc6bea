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

    private typealias Values = [(id: Int64, name: [UInt8]?)]

    private func copy(_ rows: Values, _ transaction: PostgresTransaction) throws {
        let copy = try transaction.copy(into: "t", columns: ["id", "name"])
        try append(rows, copy)
        try copy.finish()
    }

    private func append(_ rows: Values, _ copy: PostgresCopy) throws {
        for row in rows {
            try copy.append {
                $0.append(int8: row.id)
                $0.append(bytea: row.name)
            }
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
            try copy([(1, [0, 255, 0]), (2, nil), (3, [])], transaction)
            try copy([(4, large)], transaction)
            try transaction.commit(PostgresBatch(Self.all))
        }

        #expect(try contents(connection) == [[0, 255, 0], nil, [], large])
    }

    @Test("A refused row rolls everything back, and the connection goes on")
    func refusal() throws {
        let connection = try fixture().connect()
        try connection.transaction { try copy([(1, nil)], $0) }

        #expect {
            try connection.transaction { transaction in
                try copy([(2, nil)], transaction)
                try copy((0..<1000).map { (1000 - $0, nil) }, transaction)
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
            try connection.transaction { try copy([(1, nil)], $0) }
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
            try connection.transaction { try copy([(1, nil)], $0) }
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
                try copy([(1, nil)], transaction)
                try fixture.sql("SELECT pg_terminate_backend(\(connection.processID))")
                try copy([(2, nil)], transaction)
            }
        } throws: {
            ($0 as? PostgresError)?.kind == .unavailable
        }

        #expect(!connection.isOpen)
        #expect(try contents(fixture.connect()).isEmpty)
    }

    @Test("A refused row ends a long copy once all rows are sent, and the connection goes on")
    func lateRefusal() throws {
        let connection = try fixture().connect()
        let long = [UInt8](repeating: 7, count: 100_000)

        #expect {
            try connection.transaction { transaction in
                let copy = try transaction.copy(into: "t", columns: ["id", "name"])
                try append([(1, long), (1, nil)], copy)
                try append((2..<40).map { ($0, long) }, copy)
                try copy.finish()
            }
        } throws: {
            ($0 as? PostgresError)?.sqlState == "23505"
        }

        #expect(connection.isOpen)
        #expect(try contents(connection).isEmpty)
    }

    @Test("An error while a copy is open writes nothing, and closes the connection")
    func interrupted() throws {
        let fixture = try fixture()
        let connection = try fixture.connect()

        #expect(throws: CancellationError.self) {
            try connection.transaction { transaction in
                let copy = try transaction.copy(into: "t", columns: ["id", "name"])
                try append((0..<5000).map { ($0, [1, 2, 3]) }, copy)
                throw CancellationError()
            }
        }

        #expect(!connection.isOpen)
        #expect(try contents(fixture.connect()).isEmpty)
    }
}
