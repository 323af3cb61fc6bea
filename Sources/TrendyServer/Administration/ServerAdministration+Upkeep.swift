import GRDB
import TrendyModel
import TrendySQLite

/// What a vacuum did to a database's file.
package struct VacuumReport: Codable, Sendable, Equatable {
    /// The size of the file before.
    package var bytesBefore: Int
    /// The size after.
    package var bytesAfter: Int
    /// How long it took.
    package var seconds: Double
}

/// What a rotation of keys ended.
package struct KeyRotationReport: Codable, Sendable, Equatable {
    /// How many sessions ended.
    package var sessions: Int
}

extension ServerAdministration {
    /// Rewrites the file without its free pages, while no server runs.
    ///
    /// It needs free space of twice the file's size meanwhile, and brings the schema up to date.
    ///
    /// - Throws: ``ServerError``: `databaseInUse` while a server runs, `unsuitableDisk` when the
    ///   disk is full.
    package func vacuum() throws -> VacuumReport {
        try requireDatabase()
        return try withLock("A vacuum rewrites the whole file.") {
            let start = dependencies.wallClock.now()
            return try withConnection { queue in
                try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
                let before = LocalFiles.bytes(of: path) ?? 0
                try queue.writeWithoutTransaction { db in
                    try db.execute(sql: "VACUUM")
                    _ = try db.checkpoint(.truncate)
                }
                return VacuumReport(
                    bytesBefore: before,
                    bytesAfter: LocalFiles.bytes(of: path) ?? 0,
                    seconds: seconds(since: start)
                )
            }
        }
    }

    /// Makes new keys and ends all sessions, while no server runs: what somebody signed with the
    /// old keys is refused from then on, and everybody signs in again.
    ///
    /// - Throws: ``ServerError``: `databaseInUse` while a server runs.
    package func rotateKeys() throws -> KeyRotationReport {
        try requireDatabase()
        return try withLock("It holds the old keys in memory.") {
            try withConnection { queue in
                try queue.writing { db in
                    let sessions = try Int.fetchOne(db, sql: "SELECT count(*) FROM session") ?? 0
                    try db.execute(sql: "DELETE FROM refresh_token")
                    try db.execute(sql: "DELETE FROM session")
                    for (key, value) in [
                        ("signing_key", ServerSecrets.newSigningKey(dependencies.random)),
                        ("token_key", randomBytes(32, dependencies.random)),
                    ] {
                        try db.execute(
                            sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)",
                            arguments: [key, value]
                        )
                    }
                    return KeyRotationReport(sessions: sessions)
                }
            }
        }
    }

    /// Opens a writing connection under the server's lock, and closes it with everything written
    /// into the one file.
    private func withConnection<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
        do {
            let queue = try SQLiteStore.openConnection(path)
            let value = try body(queue)
            try SQLiteFile.closeWhole(queue, path: path)
            return value
        } catch {
            throw ServerError(opening: error, path)
        }
    }
}
