import Foundation
package import GRDB

extension SQLiteFile {
    /// Checks the kind of a database file without writing a byte to it or beside it.
    ///
    /// The check does not read the write-ahead log. It cannot decide about a file whose tables are
    /// all in the log, or whose pages are complete only with the log, as after a crash or a full
    /// disk; then only ``open(path:files:kind:migrator:label:cacheKilobytes:logPages:onWarning:)``
    /// checks.
    ///
    /// - Parameters:
    ///   - kind: the expected kind; `nil` for any.
    ///   - path: the file.
    ///   - files: the file operations.
    ///   - label: the name of the file in messages.
    /// - Returns: whether the file was readable without its log.
    /// - Throws: ``SQLiteFileError`` when the file is of another kind, or, without a log, not a
    ///   database.
    @discardableResult
    package static func verifyKind(
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

    /// Opens an existing file for reading beside a process that may write it; creates, migrates and
    /// marks nothing.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - kind: the expected kind.
    ///   - migrator: the numbered migrations; a file of a newer program is refused.
    ///   - label: the name of the file in messages.
    /// - Returns: a connection on which SQLite refuses writes.
    /// - Throws: ``SQLiteFileError``.
    package static func openExisting(
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
                // SQLite's read-only mode would leave the files of the log behind at closing.
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
    /// The error for a missing file.
    package static func missing(_ path: String, _ label: String) -> SQLiteFileError {
        SQLiteFileError(
            code: .missing,
            path: path,
            message: "\(label) does not exist at \(path). Check the path."
        )
    }
}
