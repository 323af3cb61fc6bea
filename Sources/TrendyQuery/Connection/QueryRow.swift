import GRDBSQLite

/// The current row of a query.
///
/// It is valid only until the function that received it returns.
package struct QueryRow {
    let statement: OpaquePointer

    /// The number of values.
    package var count: Int { Int(sqlite3_data_count(statement)) }

    /// The values.
    package var values: [QueryValue] { (0..<count).map { self[$0] } }

    /// The value in a column, counted from 0.
    package subscript(index: Int) -> QueryValue {
        let column = Int32(index)
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            guard let text = sqlite3_column_text(statement, column) else { return .null }
            let count = Int(sqlite3_column_bytes(statement, column))
            return .text(
                String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
            )
        case SQLITE_BLOB:
            guard let bytes = sqlite3_column_blob(statement, column) else { return .blob([]) }
            let count = Int(sqlite3_column_bytes(statement, column))
            return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        default: return .null
        }
    }

    /// The size of the values, as ``QueryValue/byteCount`` counts, without copies.
    package var byteCount: Int {
        var total = 0
        for column in 0..<sqlite3_data_count(statement) {
            switch sqlite3_column_type(statement, column) {
            case SQLITE_NULL: total += 1
            case SQLITE_INTEGER, SQLITE_FLOAT: total += 8
            default: total += Int(sqlite3_column_bytes(statement, column))
            }
        }
        return total
    }
}
