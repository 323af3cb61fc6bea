import GRDB
import TrendyModel
import TrendySQLite

/// The result of a vacuum.
package struct VacuumReport: Codable, Sendable, Equatable {
    /// The size of the file before the vacuum.
    package var bytesBefore: Int
    /// The size of the file after the vacuum.
    package var bytesAfter: Int
    /// The duration in seconds.
    package var seconds: Double
}

/// The result of a key rotation.
package struct KeyRotationReport: Codable, Sendable, Equatable {
    /// The number of sessions that the rotation ended.
    package var sessions: Int
}

extension ServerAdministration {
    /// Rewrites the file without free pages (`VACUUM`), while no server runs.
    ///
    /// It needs free space of twice the file's size, and migrates the schema.
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

    /// Replaces the signing keys and ends all sessions, while no server runs.
    ///
    /// Tokens signed with the old keys become invalid, and all people have to sign in again.
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

    /// Runs `body` on a writing connection under the server's lock, then checkpoints and closes it.
    private func withConnection<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
        do {
            let queue = try SQLiteStore.openConnection(path)
            let value = try body(queue)
            try SQLiteFile.checkpointAndClose(queue, path: path)
            return value
        } catch {
            throw ServerError(opening: error, path)
        }
    }
}
