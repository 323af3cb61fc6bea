/// New rows of a table, in the binary format of `COPY`
/// (https://www.postgresql.org/docs/15/sql-copy.html).
struct PostgresCopy: Sendable {
    /// The statement, which takes the rows from the client.
    let sql: String
    /// The rows with the start and the end of their list.
    let bytes: [UInt8]

    /// Encodes rows.
    ///
    /// - Parameters:
    ///   - table: the name of the table.
    ///   - columns: the names of the columns.
    ///   - sizeBytes: memory to reserve.
    ///   - rows: the rows.
    ///   - write: appends exactly one value of a row for each column, in their order.
    init<Row>(
        into table: String,
        columns: [String],
        reservingBytes sizeBytes: Int = 0,
        _ rows: some Sequence<Row>,
        _ write: (inout PostgresEncoder, Row) throws -> Void
    ) rethrows {
        sql = "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN (FORMAT binary)"
        var encoder = PostgresEncoder()
        encoder.reserve(sizeBytes)
        // The signature, no flags, no extension.
        encoder.append(raw: [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00])
        encoder.append(raw: [0, 0, 0, 0, 0, 0, 0, 0])
        for row in rows {
            encoder.append(count: Int16(clamping: columns.count))
            try write(&encoder, row)
        }
        encoder.append(count: -1)
        bytes = encoder.bytes
    }
}
