import CPostgres
import Foundation

/// A connection of libpq alone, with which the store's rates are compared.
final class PostgresPeer {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let handle: OpaquePointer

    init(_ url: String) throws {
        guard let handle = PQconnectdb(url) else { throw Failure(description: "no memory") }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else { throw failure() }
    }

    deinit { PQfinish(handle) }

    /// Runs statements without parameters.
    func run(_ sql: String) throws {
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw failure() }
    }

    /// Reads rows in PostgreSQL's binary format of COPY.
    func copyOut(_ query: String) throws -> [UInt8] {
        PQclear(PQexec(handle, "COPY (\(query)) TO STDOUT (FORMAT binary)"))
        var bytes: [UInt8] = []
        var buffer: UnsafeMutablePointer<CChar>?
        while true {
            let count = PQgetCopyData(handle, &buffer, 0)
            guard count > 0, let row = buffer else { break }
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: row, count: Int(count)))
            PQfreemem(row)
        }
        try finish()
        return bytes
    }

    /// Writes rows in PostgreSQL's binary format of COPY, as one transaction.
    func copyIn(_ bytes: [UInt8], to table: String) throws {
        PQclear(PQexec(handle, "COPY \(table) FROM STDIN (FORMAT binary)"))
        let sent = bytes.withUnsafeBytes {
            PQputCopyData(
                handle,
                $0.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32($0.count)
            )
        }
        guard sent == 1, PQputCopyEnd(handle, nil) == 1 else { throw failure() }
        try finish()
    }

    /// Prepares a statement with the parameters of one page.
    func prepare(_ name: String, _ sql: String) throws {
        let result = PQprepare(handle, name, sql, 0, nil)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure() }
    }

    /// Reads one page in binary format and passes its last row.
    ///
    /// Returns the number of rows and bytes.
    func page(
        _ name: String,
        _ parameters: [String],
        last: (OpaquePointer, Int32) -> Void
    ) throws -> (rows: Int, bytes: Int) {
        let strings = parameters.map { strdup($0) }
        defer { strings.forEach { free($0) } }
        let values = strings.map { UnsafePointer($0) }
        let result = PQexecPrepared(handle, name, Int32(values.count), values, nil, nil, 1)
        guard let result, PQresultStatus(result) == PGRES_TUPLES_OK else { throw failure() }
        defer { PQclear(result) }
        let rows = PQntuples(result)
        var bytes = 0
        let columns = PQnfields(result)
        for row in 0..<rows {
            for column in 0..<columns { bytes += Int(PQgetlength(result, row, column)) }
        }
        if rows > 0 { last(result, rows - 1) }
        return (Int(rows), bytes)
    }

    private func finish() throws {
        while let result = PQgetResult(handle) {
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure() }
        }
    }

    private func failure() -> Failure {
        Failure(description: String(cString: PQerrorMessage(handle)))
    }
}
