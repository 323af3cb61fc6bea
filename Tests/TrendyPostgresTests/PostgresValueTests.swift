import Testing
import TrendyModel
import TrendyPostgres

struct PostgresValueTests {
    private let id = EntityID(high: 0x0123_4567_89AB_CDEF, low: .max)

    @Test("Values of each type come back as they were sent, U+0000 in bytea included")
    func scalars() throws {
        let connection = try PostgresFixture().connect()
        let bytes: [UInt8] = [0, 255, 0, 1]

        let row = try connection.run(
            "SELECT $1, $2, $3, $4, $5, $6, $7",
            [.int8, .int4, .bool, .bytea, .text, .uuid, .bytea]
        ) { parameters in
            parameters.append(int8: .min)
            parameters.append(int4: .max)
            parameters.append(bool: true)
            parameters.append(bytea: bytes)
            parameters.append(text: "Käffchen ☕️")
            parameters.append(uuid: id)
            parameters.append(byteaOf: "a\0b")
        }[0]

        #expect(try row.int(0) == .min)
        #expect(try row.int(1) == Int64(Int32.max))
        #expect(try row.bool(2))
        #expect(try row.bytes(3) == bytes)
        #expect(try row.string(4) == "Käffchen ☕️")
        #expect(try row.id(5) == id)
        #expect(try row.string(6) == "a\0b")
    }

    @Test("NULL and empty values are different")
    func nulls() throws {
        let connection = try PostgresFixture().connect()

        let row = try connection.run(
            "SELECT $1, $2, $3, $4, $5, $6, $7, $8",
            [.int8, .int4, .bool, .bytea, .text, .uuid, .bytea, .text]
        ) { parameters in
            parameters.append(int8: nil)
            parameters.append(int4: nil)
            parameters.append(bool: nil)
            parameters.append(bytea: nil)
            parameters.append(text: nil)
            parameters.append(uuid: nil)
            parameters.append(bytea: [])
            parameters.append(text: "")
        }[0]

        #expect((0..<6).allSatisfy { row.isNull($0) })
        #expect(try row.optionalInt(0) == nil)
        #expect(row.optionalBytes(3) == nil)
        #expect(row.optionalString(4) == nil)
        #expect(try row.optionalID(5) == nil)
        #expect(try row.bytes(6) == [])
        #expect(try row.string(7) == "")
    }

    @Test("Arrays come back as rows and as arrays, also empty ones and with NULLs")
    func arrays() throws {
        let connection = try PostgresFixture().connect()
        let ints: [Int64?] = [1, nil, .max]
        let texts: [[UInt8]?] = [[0], [], nil]

        let rows = try connection.run(
            "SELECT * FROM unnest($1, $2, $3, $4, $5) AS t (a, b, c, d, e)",
            [.int8Array, .byteaArray, .uuidArray, .boolArray, .int4Array]
        ) { parameters in
            parameters.appendArray(of: .int8, ints) { $0.append(int8: $1) }
            parameters.appendArray(of: .bytea, texts) { $0.append(bytea: $1) }
            parameters.appendArray(of: .uuid, [id]) { $0.append(uuid: $1) }
            parameters.appendArray(of: .bool, [true, false]) { $0.append(bool: $1) }
            parameters.appendArray(of: .int4, [Int32(7)]) { $0.append(int4: $1) }
        }
        let arrays = try connection.run("SELECT $1, $2, $3", [.int8Array, .byteaArray, .int8Array])
        {
            $0.appendArray(of: .int8, ints) { $0.append(int8: $1) }
            $0.appendArray(of: .bytea, texts) { $0.append(bytea: $1) }
            $0.appendArray(of: .int8, [Int64]()) { $0.append(int8: $1) }
        }[0]

        #expect(rows.count == 3)
        #expect(try rows.map { try $0.optionalInt(0) } == ints)
        #expect(rows.map { $0.optionalBytes(1) } == texts)
        #expect(try rows[0].id(2) == id)
        #expect(try rows[1].bool(3) == false)
        #expect(try rows[0].int(4) == 7)
        #expect(try arrays.ints(0) == ints)
        #expect(try arrays.byteArrays(1) == texts)
        #expect(try arrays.ints(2) == [])
    }

    @Test("A column of another type than expected is an error and no wrong value")
    func wrongType() throws {
        let connection = try PostgresFixture().connect()

        let row = try connection.run("SELECT 'abc'::text, NULL::int8")[0]

        #expect(throws: PostgresError.self) { try row.int(0) }
        #expect(throws: PostgresError.self) { try row.id(0) }
        #expect(throws: PostgresError.self) { try row.bool(0) }
        #expect(throws: PostgresError.self) { try row.int(1) }
        #expect(throws: PostgresError.self) { try row.ints(0) }
    }

    @Test("A result has the number of rows that a statement changed")
    func affectedRows() throws {
        let connection = try PostgresFixture().connect()
        try connection.run("CREATE TABLE t (id int8)")

        let result = try connection.run("INSERT INTO t SELECT generate_series(1, 5)")

        #expect(result.affectedRows == 5)
        #expect(result.isEmpty)
    }

    @Test("Values that fill the buffers of the socket several times do not block each other")
    func largeValues() throws {
        let connection = try PostgresFixture().connect()
        let large = [UInt8](repeating: 7, count: 3_000_000)
        let echo = PostgresStatement("echo", [.bytea], "SELECT $1")
        var batch = PostgresBatch()
        for _ in 0..<8 { batch.add(echo) { $0.append(bytea: large) } }

        let results = try connection.roundTrip(batch)

        #expect(results.count == 8)
        #expect(results.allSatisfy { $0[0].sizeBytes(0) == large.count })
    }
}
