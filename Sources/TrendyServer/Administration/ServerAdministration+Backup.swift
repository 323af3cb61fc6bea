import GRDB
import TrendyModel
import TrendySQLite

extension ServerAdministration {
    /// How many pages are copied between two reports of progress: 4 MiB at SQLite's default size.
    private static let pagesPerStep: Int32 = 1024

    /// Writes a verified copy of the database to a file, also while a server runs.
    ///
    /// All of it is from one moment. The copy is made under another name beside the file, verified
    /// and synced, and renamed last: a file at `file` is always a whole backup.
    ///
    /// - Parameters:
    ///   - file: the backup's path; only its owner can read it, since it holds the keys that
    ///     sessions are signed with.
    ///   - replaces: whether a file that is there is replaced.
    ///   - onProgress: receives how far the copy has come.
    /// - Returns: what the backup holds.
    /// - Throws: ``ServerError``: `fileExists`, `damagedDatabase` when the copy does not pass its
    ///   verification, `unsuitableDisk` when the disk is full.
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
                    // One file that can be read without writing beside it.
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

    /// Reads a whole copy and compares it with what it was made of.
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
                    message: "The copy is not whole, and was not kept. Run 'trendy server check': "
                        + "the database is damaged, or the disk that the backup was written to."
                )
            }
        } catch {
            throw ServerError(opening: error, path)
        }
    }
}
