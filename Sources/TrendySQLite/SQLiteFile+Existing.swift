import Foundation
public import GRDB

extension SQLiteFile {
    /// Checks what kind of database a file is, without writing a byte to it or beside it.
    ///
    /// The file's write-ahead log is not read. A file whose tables are all in its log, or whose
    /// pages are whole only with it, as a process leaves it that died or found the disk full, is
    /// checked by ``open(path:files:kind:migrator:label:cacheKilobytes:logPages:onWarning:)`` only.
    ///
    /// - Parameters:
    ///   - kind: the kind that it must be; `nil` takes any.
    ///   - path: the file.
    ///   - files: where the path leads.
    ///   - label: what messages call the file.
    /// - Returns: whether the file could be read without its log.
    /// - Throws: ``SQLiteFileError`` when it is of another kind, or, without a log, no database.
    @discardableResult
    public static func verifyKind(
        _ kind: DatabaseKind?,
        path: String,
        files: any DatabaseFiles,
        label: String
    ) throws(SQLiteFileError) -> Bool {
        guard let kind, files.exists(path), let location = files.unchangedLocation(of: path) else {
            return true
        }
        do {
            var configuration = configuration(label: label)
            configuration.readonly = true
            let queue = try DatabaseQueue(path: location, configuration: configuration)
            try queue.unsafeRead { try kind.verify($0, path: path, label: label) }
            try queue.close()
            return true
        } catch let error as SQLiteFileError {
            throw error
        } catch {
            let hasLog = ["-wal", "-journal"].contains { files.exists(path + $0) }
            if hasLog { return false }
            throw SQLiteFileError(cause: error, path: path, label: label)
        }
    }

    /// Opens a file that exists for reading, beside a process that may be writing it; nothing is
    /// made, migrated or marked.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - kind: the kind that it must be.
    ///   - migrator: the numbered migrations; a file of a newer program is refused.
    ///   - label: what messages call the file.
    /// - Returns: a connection on which SQLite refuses writes.
    /// - Throws: ``SQLiteFileError``.
    public static func openExisting(
        path: String,
        kind: DatabaseKind,
        migrator: DatabaseMigrator,
        label: String
    ) throws(SQLiteFileError) -> DatabaseQueue {
        let files = LocalFiles()
        guard files.exists(path) else { throw .missing(path, label) }
        try verifyKind(kind, path: path, files: files, label: label)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration(label: label))
            try queue.writeWithoutTransaction { db in
                // Not SQLite's read-only mode, which leaves the log's files behind at closing.
                try db.execute(sql: "PRAGMA query_only = ON")
                try kind.verify(db, path: path, label: label)
                try refuseNewerSchema(db, path, migrator, label)
            }
            return queue
        } catch let error as SQLiteFileError {
            throw error
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: label)
        }
    }
}

extension SQLiteFileError {
    /// An error for a file that does not exist.
    package static func missing(_ path: String, _ label: String) -> SQLiteFileError {
        SQLiteFileError(
            code: .missing,
            path: path,
            message: "\(label) does not exist at \(path). Check the path."
        )
    }
}
