// TrendySQLite: opens SQLite files durably for device and server, and runs statements without
// copies.

import Foundation
package import GRDB

/// Opens database files with the settings that guarantee durability.
package enum SQLiteFile {
    /// Opens a file durably and migrates its schema.
    ///
    /// It sets the write-ahead log and `synchronous=FULL`, reads both back, and enables foreign
    /// keys.
    ///
    /// - `path`: the file, created if it does not exist; its directory must exist.
    /// - `files`: the file operations.
    /// - `kind`: the expected kind; `nil` for any, in tests.
    /// - `migrator`: the numbered migrations.
    /// - `label`: the name of the file in messages, such as "the device's database".
    /// - `cacheKilobytes`: the size of the page cache.
    /// - `logPages`: the length of the log at which SQLite checkpoints it. The next open after a
    ///   crash reads the whole log.
    /// - `onWarning`: receives warnings about the file's permissions for the operator.
    ///
    /// Throws ``SQLiteFileError`` when the file is not a database, belongs to another program, is
    /// damaged, newer than the program, readable by other users or not durable; then the file is
    /// unchanged.
    package static func open(
        path: String,
        files: any DatabaseFiles,
        kind: DatabaseKind?,
        migrator: DatabaseMigrator,
        label: String,
        cacheKilobytes: Int,
        logPages: Int,
        onWarning: (DatabaseFileWarning) -> Void = { _ in }
    ) throws(SQLiteFileError) -> DatabaseQueue {
        do {
            let isNew = !files.exists(path)
            if !isNew { try verifyKind(kind, path: path, files: files, label: label) }
            for warning in try files.makePrivate(path) { onWarning(warning) }
            let queue = try DatabaseQueue(
                path: files.location(of: path),
                configuration: configuration(label: label)
            )
            try queue.writeWithoutTransaction { db in
                if !isNew {
                    try kind?.verify(db, path: path, label: label)
                    try refuseNewerSchema(db, path, migrator, label)
                }
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try db.execute(sql: "PRAGMA temp_store = MEMORY")
                try db.execute(sql: "PRAGMA cache_size = -\(cacheKilobytes)")
                try db.execute(sql: "PRAGMA wal_autocheckpoint = \(logPages)")
            }
            try verifyDurability(of: queue, path: path, label: label)
            try queue.writeWithoutTransaction { try kind?.mark($0) }
            try migrator.migrate(queue)
            return queue
        } catch let error as SQLiteFileError {
            throw error
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: label)
        }
    }

    static func configuration(label: String) -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.label = label
        configuration.busyMode = .timeout(5)
        // Callers pass times explicitly and never use a transaction's date.
        configuration.transactionClock = .custom { _ in Date(timeIntervalSince1970: 0) }
        return configuration
    }

    /// Syncs all content of an opened database to the disk.
    ///
    /// A process that died between the write of a commit and its sync, or whose sync failed, leaves
    /// the commit in the page cache of the system. SQLite shows it to the next process, but a power
    /// loss removes it after it was acknowledged. A checkpoint syncs the log first
    /// (https://sqlite.org/wal.html#ckpt).
    package static func makeDurable(_ queue: DatabaseQueue, path: String) throws(SQLiteFileError) {
        do {
            try queue.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: "The database")
        }
    }

    /// Checkpoints the log and closes the last connection, so that the single file can be moved.
    ///
    /// - Throws: ``SQLiteFileError`` when the log could not be written back: SQLite itself would
    ///   close without an error and leave the log behind.
    package static func checkpointAndClose(
        _ queue: DatabaseQueue,
        path: String
    ) throws(SQLiteFileError) {
        do {
            try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try queue.close()
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: "The database")
        }
    }

    /// Checks that commits of a connection survive a power loss.
    package static func verifyDurability(
        of queue: DatabaseQueue,
        path: String,
        label: String
    ) throws {
        try queue.reading { try verifyDurability(of: $0, path: path, label: label) }
    }

    static func verifyDurability(of db: Database, path: String, label: String) throws {
        let journal = try String.fetchOne(db, sql: "PRAGMA journal_mode")
        let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous")
        guard journal == "wal", let synchronous, synchronous >= 2 else {
            let reason = "journal \(journal ?? "none"), synchronous \(synchronous ?? -1)"
            throw SQLiteFileError(
                code: .notDurable,
                path: path,
                message: "\(label) at \(path) cannot be opened durably (\(reason)). "
                    + "Put it on a local file system that supports SQLite's write-ahead log.",
                reason: reason
            )
        }
    }

    static func refuseNewerSchema(
        _ db: Database,
        _ path: String,
        _ migrator: DatabaseMigrator,
        _ label: String
    ) throws {
        guard try migrator.hasBeenSuperseded(db) else { return }
        throw SQLiteFileError(
            code: .newerSchema,
            path: path,
            message: "\(label) at \(path) was written by a newer version of Trendy. "
                + "Nothing was changed. Update this program to open it."
        )
    }
}
