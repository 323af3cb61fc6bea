import Crypto
import GRDB

/// The schema, the row counts and a hash of all rows of a database, for comparing a copy with its
/// source.
package struct DatabaseDigest: Sendable, Equatable {
    /// The statements that create tables, indexes and triggers, sorted by name.
    let schema: [String]
    /// The number of rows by table.
    package private(set) var rows: [String: Int] = [:]
    /// The SHA-256 hash of all rows, table by table.
    let hash: [UInt8]

    /// Reads every row of every table once, in the order of its storage.
    init(_ db: Database) throws {
        schema = try String.fetchAll(
            db,
            sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name"
        )
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master
                WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name
                """
        )
        var sha = SHA256()
        for table in tables {
            sha.add(.text(table))
            let quoted = table.replacing("\"", with: "\"\"")
            let cursor = try Row.fetchCursor(db, sql: "SELECT * FROM \"\(quoted)\"")
            var count = 0
            while let row = try cursor.next() {
                count += 1
                for (_, value) in row { sha.add(HashedValue(value)) }
            }
            rows[table] = count
        }
        hash = Array(sha.finalize())
    }
}

/// A value in the form in which it is hashed.
private enum HashedValue {
    case null
    case number(UInt64, isReal: Bool)
    case text(String)
    case bytes([UInt8])

    init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .number(UInt64(bitPattern: number), isReal: false)
            case .double(let number): .number(number.bitPattern, isReal: true)
            case .string(let text): .text(text)
            case .blob(let data): .bytes(Array(data))
            }
    }
}

extension SHA256 {
    /// Adds a value with its type and length, so that different rows have different input.
    fileprivate mutating func add(_ value: HashedValue) {
        switch value {
        case .null: add(0, 0)
        case .number(let bits, let isReal): add(isReal ? 2 : 1, bits)
        case .text(var text):
            text.withUTF8 { bytes in
                add(3, UInt64(bytes.count))
                update(bufferPointer: UnsafeRawBufferPointer(bytes))
            }
        case .bytes(let bytes):
            add(4, UInt64(bytes.count))
            update(data: bytes)
        }
    }

    private mutating func add(_ type: UInt8, _ number: UInt64) {
        update(data: [type])
        withUnsafeBytes(of: number.littleEndian) { update(bufferPointer: $0) }
    }
}
