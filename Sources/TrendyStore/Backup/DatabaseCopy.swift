import GRDB
package import TrendySQLite

/// Copies a database while other processes use it, and verifies the copy.
package enum DatabaseCopy {
    /// The progress of a copy, in database pages.
    package struct Progress: Sendable {
        /// The pages copied so far.
        package let pages: Int
        /// The pages of the database.
        package let total: Int
    }

    /// The number of pages between two progress reports: 4 MiB at SQLite's default page size.
    private static let pagesPerStep: Int32 = 1024

    /// Writes a verified copy of a database to a new private file.
    ///
    /// The copy is a snapshot of one moment (https://sqlite.org/backup.html). It is read back: its
    /// structure is checked, and its rows are compared with the source's by count and hash.
    ///
    /// - `isDevice`: whether the source has to be a device's database of this or an earlier
    ///   version.
    /// - Returns: the row counts of the copy.
    /// - Throws: ``SQLiteFileError``; with code `notADatabase` when the source is damaged or the
    ///   copy differs from it.
    package static func make(
        of source: String,
        to copy: String,
        isDevice: Bool,
        onProgress: @escaping (Progress) -> Void = { _ in }
    ) throws(SQLiteFileError) -> DatabaseDigest {
        let label = "The database"
        let queue =
            isDevice
            ? try SQLiteFile.openExisting(
                path: source,
                kind: .device,
                migrator: DeviceMigrations.migrator,
                label: label
            ) : try SQLiteFile.openExisting(path: source, label: label)
        do {
            let expected = try SQLiteFile.inSnapshot(of: queue) { db in
                try write(db, to: copy, onProgress)
                return try DatabaseDigest(db)
            }
            try queue.close()
            try verify(copy, against: expected)
            return expected
        } catch let error as SQLiteFileError {
            throw error
        } catch {
            throw SQLiteFileError(cause: error, path: source, label: label)
        }
    }

    private static func write(
        _ db: Database,
        to path: String,
        _ onProgress: @escaping (Progress) -> Void
    ) throws {
        _ = try LocalFiles().makePrivate(path)
        do {
            let copy = try DatabaseQueue(path: path)
            try copy.writeWithoutTransaction { copy in
                try db.backup(to: copy, pagesPerStep: pagesPerStep) { progress in
                    onProgress(
                        Progress(
                            pages: progress.completedPageCount,
                            total: progress.totalPageCount
                        )
                    )
                }
                // Without a write-ahead log, a reader needs no second file.
                try copy.execute(sql: "PRAGMA journal_mode = DELETE")
            }
            try copy.close()
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: "The copy")
        }
    }

    private static func verify(_ path: String, against expected: DatabaseDigest) throws {
        let queue = try SQLiteFile.openUnchanged(path: path, label: "The copy")
        let isEqual = try queue.unsafeRead { db in
            try DatabaseStructure(db, .full).isIntact && DatabaseDigest(db) == expected
        }
        try queue.close()
        guard isEqual else {
            throw SQLiteFileError(
                code: .notADatabase,
                path: path,
                message: "The copy at \(path) is not intact: the database or the disk is damaged. "
                    + "Run 'trendy check'."
            )
        }
    }
}
