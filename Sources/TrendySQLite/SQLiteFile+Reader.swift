import Foundation
public import GRDB

extension SQLiteFile {
    /// Opens a further, read-only connection to a database that is open for writing in this
    /// process.
    ///
    /// - `path`: the file, which exists.
    /// - `files`: where the path leads.
    /// - `label`: what messages call the file.
    /// - `cacheKilobytes`: how much of the file the connection keeps in memory.
    ///
    /// Throws ``SQLiteFileError`` when it cannot be opened.
    public static func openReader(
        path: String,
        files: any DatabaseFiles,
        label: String,
        cacheKilobytes: Int
    ) throws(SQLiteFileError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = label
        configuration.busyMode = .timeout(5)
        // Nobody asks for a transaction's date; times are handed in.
        configuration.transactionClock = .custom { _ in Date(timeIntervalSince1970: 0) }
        do {
            let queue = try DatabaseQueue(
                path: files.location(of: path),
                configuration: configuration
            )
            try queue.reading { try $0.execute(sql: "PRAGMA cache_size = -\(cacheKilobytes)") }
            return queue
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: label)
        }
    }
}

extension DatabaseQueue {
    /// Reads in one transaction, so that all statements see the same state of the database.
    ///
    /// For connections that other connections write beside.
    public func readingSnapshot<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try unsafeRead { db in
            try db.cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
            do {
                let value = try body(db)
                try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
                return value
            } catch {
                // The caller has no use for why it could not be rolled back as well; GRDB ends
                // the process where a transaction is left open.
                try? db.rollback()
                throw error
            }
        }
    }
}
