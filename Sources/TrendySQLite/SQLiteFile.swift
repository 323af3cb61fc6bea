// TrendySQLite: how device and server open SQLite, and statements without a copy per value.

import Foundation
public import GRDB

/// Opens database files the one way that keeps what was acknowledged.
public enum SQLiteFile {
    /// Opens a file, makes it durable, and brings its schema up to date.
    ///
    /// Write-ahead log, `synchronous=FULL`, both read back, foreign keys on.
    ///
    /// - `path`: the file; made when it does not exist, its directory must.
    /// - `files`: where the path leads.
    /// - `kind`: whose database it must be; `nil` takes any, for tests.
    /// - `migrator`: the numbered migrations.
    /// - `label`: what messages call the file, such as "the device's database".
    /// - `cacheKilobytes`: how much of the file is kept in memory.
    /// - `logPages`: how long the log may grow before it is written into the file. All of it is
    ///   read at the opening that follows a process that was killed.
    ///
    /// - `onWarning`: receives what an operator should know about the file's permissions.
    ///
    /// Throws ``SQLiteFileError`` when the file is no database, another program's, damaged, newer
    /// than the program, readable by other users or not durable; it is left untouched then.
    public static func open(
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
        // Nobody asks for a transaction's date; times are handed in.
        configuration.transactionClock = .custom { _ in Date(timeIntervalSince1970: 0) }
        return configuration
    }

    /// Makes durable all that an opened database shows.
    ///
    /// A process that died between the write of a commit and its sync, or whose sync failed, has left
    /// it in the system's memory. SQLite shows it to the next process, and a loss of power takes it
    /// away from whoever was told of it. A checkpoint syncs the log first
    /// (https://sqlite.org/wal.html#ckpt).
    public static func makeDurable(_ queue: DatabaseQueue, path: String) throws(SQLiteFileError) {
        do {
            try queue.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: "The database")
        }
    }

    /// Closes a database's last connection once all of it is in its one file, which may be moved
    /// then.
    ///
    /// - Throws: ``SQLiteFileError`` when its log could not be written into the file: SQLite
    ///   itself would close without a word, and leave the log where the file was.
    public static func closeWhole(_ queue: DatabaseQueue, path: String) throws(SQLiteFileError) {
        do {
            try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try queue.close()
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: "The database")
        }
    }

    /// Checks that commits of a connection survive a loss of power.
    public static func verifyDurability(
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
