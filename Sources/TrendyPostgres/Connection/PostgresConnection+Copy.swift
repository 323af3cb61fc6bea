import CPostgres

extension PostgresConnection {
    /// Inserts rows with `COPY`, which costs less for each row than a statement, and a round trip
    /// more: libpq leaves the pipeline mode for it.
    ///
    /// - Throws: the error of the server, which aborts an open transaction; the connection is closed
    ///   when it cannot be used again, as by ``roundTrip(_:deadline:)``.
    func copy(_ rows: PostgresCopy) throws(PostgresError) {
        guard let handle else { throw Self.lost }
        if deadline.hasPassed { throw Self.pastDeadline }
        do throws(PostgresError) {
            guard PQexitPipelineMode(handle) == 1 else { throw Self.lost }
            let failure = try send(rows, handle)
            guard PQenterPipelineMode(handle) == 1 else { throw Self.lost }
            if let failure { throw failure }
        } catch {
            if error.endsConnection || PQstatus(handle) != CONNECTION_OK { close() }
            throw error
        }
    }

    /// The size of a message with rows.
    ///
    /// libpq moves what it could not send yet to the start of its buffer, again and again, so that
    /// few large messages cost more than many of this size.
    private static let copiedBytes = 8 * 1024

    /// Sends the rows; returns the error of a server that refused them and can go on.
    private func send(
        _ rows: PostgresCopy,
        _ handle: OpaquePointer
    ) throws(PostgresError) -> PostgresError? {
        guard PQsendQuery(handle, rows.sql) == 1,
            let ready = try next(handle, until: deadline)
        else { throw Self.lost }
        if PQresultStatus(ready.raw) == PGRES_COPY_IN {
            for start in stride(from: 0, to: rows.bytes.count, by: Self.copiedBytes) {
                let end = min(rows.bytes.count, start + Self.copiedBytes)
                try waitUntilSent(handle) {
                    rows.bytes[start..<end].withUnsafeBytes { bytes in
                        PQputCopyData(
                            handle,
                            bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                            Int32(clamping: bytes.count)
                        )
                    }
                }
            }
            try waitUntilSent(handle) { PQputCopyEnd(handle, nil) }
            guard let end = try next(handle, until: deadline) else { throw Self.lost }
            return try finish(end, handle)
        }
        return try finish(ready, handle)
    }

    /// Repeats a call of libpq until it has taken what it sends.
    private func waitUntilSent(
        _ handle: OpaquePointer,
        _ call: () -> Int32
    ) throws(PostgresError) {
        while true {
            switch call() {
            case 1: return
            case 0: break
            default: throw Self.lost
            }
            guard PQflush(handle) >= 0 else { throw Self.lost }
            switch SocketPoll.wait(PQsocket(handle), writing: true, until: deadline) {
            case .ready: break
            case .timeout: throw Self.pastDeadline
            case .failed: throw Self.lost
            }
            guard PQconsumeInput(handle) == 1 else { throw Self.lost }
        }
    }

    /// Reads to the end of the statement; returns the error of its result.
    private func finish(
        _ result: PostgresResult,
        _ handle: OpaquePointer
    ) throws(PostgresError) -> PostgresError? {
        var failure: PostgresError?
        if PQresultStatus(result.raw) != PGRES_COMMAND_OK {
            let error = PostgresError(result.raw) ?? Self.lost
            if error.endsConnection { throw error }
            failure = error
        }
        while try next(handle, until: deadline) != nil {}
        return failure
    }
}
