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

    /// Runs `body` on a writing connection under the server's lock, then checkpoints and closes it.
    func withConnection<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
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
