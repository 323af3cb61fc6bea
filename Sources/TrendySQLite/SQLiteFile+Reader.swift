import Foundation
package import GRDB

extension SQLiteFile {
    /// Opens an additional read-only connection to a database that this process has open for
    /// writing.
    ///
    /// - `path`: the file, which exists.
    /// - `files`: the file operations.
    /// - `label`: the name of the file in messages.
    /// - `cacheKilobytes`: the size of the connection's page cache.
    ///
    /// Throws ``SQLiteFileError`` when the file cannot be opened.
    package static func openReader(
        path: String,
        files: any DatabaseFiles,
        label: String,
        cacheKilobytes: Int
    ) throws(SQLiteFileError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = label
        configuration.busyMode = .timeout(5)
        // Callers pass times explicitly and never use a transaction's date.
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
    /// Reads in one transaction: all statements see the same state of the database.
    ///
    /// For databases that other connections write at the same time.
    package func readingSnapshot<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try unsafeRead { db in
            try db.cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
            do {
                let value = try body(db)
                try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
                return value
            } catch {
                // The caller receives the first error. A second one of the rollback would not help;
                // GRDB traps when a transaction stays open.
                try? db.rollback()
                throw error
            }
        }
    }
}
