import CPostgres

/// An open `COPY` of new rows into a table, in its binary format
/// (https://www.postgresql.org/docs/15/sql-copy.html).
///
/// It costs less for each row than a statement, and two waits more: libpq leaves the pipeline mode
/// for it. The server inserts rows while the next ones are made. The connection takes no statement
/// before ``finish()``; a transaction that ends with an error closes the connection of an open copy.
final class PostgresCopy {
    /// The size of a message with rows.
    ///
    /// libpq moves what it could not send yet to the start of its buffer, again and again, so that
    /// few large messages cost more than many of this size.
    private static let messageBytes = 8 * 1024

    private let connection: PostgresConnection
    private let handle: OpaquePointer
    private let columnCount: Int16
    private var encoder = PostgresEncoder()
    /// Whether the server takes rows.
    private var isReady = false
    /// The server's refusal, which ends the copy.
    private var failure: PostgresError?

    /// Begins a copy in the open transaction of a connection.
    ///
    /// - Parameters:
    ///   - connection: the connection.
    ///   - table: the name of the table.
    ///   - columns: the names of the columns.
    /// - Throws: ``PostgresError/Kind/unavailable`` for a broken connection and a past deadline; the
    ///   server's refusals come with ``finish()``.
    init(
        _ connection: PostgresConnection,
        into table: String,
        columns: [String]
    ) throws(PostgresError) {
        guard let handle = connection.handle else { throw PostgresConnection.lost }
        self.connection = connection
        self.handle = handle
        columnCount = Int16(clamping: columns.count)
        encoder.reserve(2 * Self.messageBytes)
        // The signature, no flags, no extension.
        encoder.append(raw: [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00])
        encoder.append(raw: [0, 0, 0, 0, 0, 0, 0, 0])
        let names = columns.joined(separator: ", ")
        connection.copyIsOpen = true
        try closingBrokenConnection { () throws(PostgresError) in
            if connection.deadline.hasPassed { throw PostgresConnection.pastDeadline }
            guard PQexitPipelineMode(handle) == 1,
                PQsendQuery(
                    handle,
                    "COPY \(table) (\(names)) FROM STDIN (FORMAT binary)"
                ) == 1, PQflush(handle) >= 0
            else { throw PostgresConnection.lost }
        }
    }

    /// Adds a row; `write` appends exactly one value for each column, in their order.
    func append(_ write: (inout PostgresEncoder) -> Void) throws(PostgresError) {
        encoder.append(count: columnCount)
        write(&encoder)
        guard encoder.bytes.count >= Self.messageBytes else { return }
        try closingBrokenConnection { () throws(PostgresError) in try send() }
    }

    /// Ends the copy.
    ///
    /// - Throws: the error of the server, which aborts the open transaction; the connection is closed
    ///   when it cannot be used again.
    func finish() throws(PostgresError) {
        encoder.append(count: -1)
        try closingBrokenConnection { () throws(PostgresError) in
            try send()
            if isReady {
                try waitUntilSent { PQputCopyEnd(handle, nil) }
                guard let end = try connection.next(handle, until: connection.deadline) else {
                    throw PostgresConnection.lost
                }
                if PQresultStatus(end.raw) != PGRES_COMMAND_OK { try refuse(end) }
            }
            while try connection.next(handle, until: connection.deadline) != nil {}
            guard PQenterPipelineMode(handle) == 1 else { throw PostgresConnection.lost }
            connection.copyIsOpen = false
            if let failure { throw failure }
        }
    }

    /// Sends the rows that were added since the last message.
    private func send() throws(PostgresError) {
        defer { encoder.removeAll() }
        if !isReady, failure == nil {
            guard let answer = try connection.next(handle, until: connection.deadline) else {
                throw PostgresConnection.lost
            }
            isReady = PQresultStatus(answer.raw) == PGRES_COPY_IN
            if !isReady { try refuse(answer) }
        }
        guard isReady else { return }
        for start in stride(from: 0, to: encoder.bytes.count, by: Self.messageBytes) {
            let end = min(encoder.bytes.count, start + Self.messageBytes)
            try waitUntilSent {
                encoder.bytes[start..<end].withUnsafeBytes { bytes in
                    PQputCopyData(
                        handle,
                        bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                        Int32(clamping: bytes.count)
                    )
                }
            }
        }
    }

    /// Keeps an error after which the connection can go on; throws any other.
    private func refuse(_ result: PostgresResult) throws(PostgresError) {
        let error = PostgresError(result.raw) ?? PostgresConnection.lost
        if error.endsConnection { throw error }
        failure = error
    }

    /// Repeats a call of libpq until it has taken what it sends.
    private func waitUntilSent(_ call: () -> Int32) throws(PostgresError) {
        while true {
            switch call() {
            case 1: return
            case 0: break
            default: throw PostgresConnection.lost
            }
            guard PQflush(handle) >= 0 else { throw PostgresConnection.lost }
            switch SocketPoll.wait(PQsocket(handle), writing: true, until: connection.deadline) {
            case .ready: break
            case .timeout: throw PostgresConnection.pastDeadline
            case .failed: throw PostgresConnection.lost
            }
            guard PQconsumeInput(handle) == 1 else { throw PostgresConnection.lost }
        }
    }

    private func closingBrokenConnection(
        _ body: () throws(PostgresError) -> Void
    ) throws(PostgresError) {
        do throws(PostgresError) {
            guard connection.handle == handle else { throw PostgresConnection.lost }
            try body()
        } catch {
            if error.endsConnection || PQstatus(handle) != CONNECTION_OK { connection.close() }
            throw error
        }
    }
}
