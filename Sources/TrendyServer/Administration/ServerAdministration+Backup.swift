import GRDB
import TrendyModel
import TrendySQLite

extension ServerAdministration {
    /// The number of pages between two progress reports: 4 MiB at SQLite's default page size.
    private static let pagesPerStep: Int32 = 1024

    /// Writes a verified copy of the database to a file, also while a server runs.
    ///
    /// The copy is a snapshot of one moment. It is written under a temporary name beside the file,
    /// verified, synced and renamed last: a file at `file` is always a complete backup.
    ///
    /// - Parameters:
    ///   - file: the backup's path. Only its owner can read it, because it contains the keys that
    ///     sign sessions.
    ///   - replaces: whether to replace an existing file.
    ///   - onProgress: receives the progress of the copy.
    /// - Returns: the contents of the backup.
    /// - Throws: ``ServerError``: `fileExists`, `damagedDatabase` when the copy fails verification,
    ///   `unsuitableDisk` when the disk is full.
    package func backup(
        to file: String,
        replacing replaces: Bool = false,
        onProgress: @escaping (CopyProgress) -> Void = { _ in }
    ) throws -> BackupReport {
        try requireDatabase()
        guard replaces || !LocalFiles().exists(file) else {
            throw ServerError(
                code: .fileExists,
                message: "\(file) exists. Name another file, or replace it with --force."
            )
        }
        let start = dependencies.wallClock.now()
        let partial = try PartialFile(for: file, random: dependencies.random)
        let contents = try read { db in
            do {
                let queue = try DatabaseQueue(path: partial.path)
                try queue.writeWithoutTransaction { copy in
                    try db.backup(to: copy, pagesPerStep: Self.pagesPerStep) { progress in
                        onProgress(
                            CopyProgress(
                                pages: progress.completedPageCount,
                                total: progress.totalPageCount
                            )
                        )
                    }
                    // Without a write-ahead log, a reader needs no second file.
                    try copy.execute(sql: "PRAGMA journal_mode = DELETE")
                }
                try queue.close()
            } catch {
                throw SQLiteFileError(cause: error, path: partial.path, label: "The backup")
            }
            return try DatabaseContents(db)
        }
        try Self.verify(partial.path, holds: contents)
        try partial.install()
        return BackupReport(
            file: file,
            bytes: LocalFiles.bytes(of: file) ?? 0,
            accounts: contents.accounts.count,
            entities: contents.entities,
            seconds: seconds(since: start)
        )
    }

    func seconds(since start: Instant) -> Double {
        Double((dependencies.wallClock.now() - start).wholeMilliseconds) / 1000
    }

    /// Reads a whole copy and compares its contents with those of the source.
    private static func verify(_ path: String, holds contents: DatabaseContents) throws {
        do {
            let location = LocalFiles().unchangedLocation(of: path) ?? path
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: location, configuration: configuration)
            let (isWhole, found) = try queue.unsafeRead { db in
                (
                    try String.fetchAll(db, sql: "PRAGMA integrity_check(1)") == ["ok"],
                    try DatabaseContents(db)
                )
            }
            try queue.close()
            guard isWhole, found == contents else {
                throw ServerError(
                    code: .damagedDatabase,
                    message: "The copy is incomplete and was deleted. Run 'trendy server check': "
                        + "the database is damaged, or the disk that the backup was written to."
                )
            }
        } catch {
            throw ServerError(opening: error, path)
        }
    }
}
