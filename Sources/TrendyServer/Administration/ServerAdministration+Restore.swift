import Foundation
import GRDB
import TrendyModel
import TrendySQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension ServerAdministration {
    /// Installs a backup as the server's database under a new epoch.
    ///
    /// Devices then read everything again and upload what the backup lacks.
    ///
    /// The backup is copied beside the database, verified and prepared there, and renamed last: a
    /// failure or a power loss at any moment leaves either the old or the new database. The old
    /// database stays beside the new one under a dated name.
    ///
    /// - Parameter file: the backup, opened for reading only. A write-ahead log beside it is a part
    ///   of it.
    /// - Returns: the contents of the database, and the path of the old one.
    /// - Throws: ``ServerError``: `databaseInUse` while a server runs, `missingDatabase`,
    ///   `foreignDatabase` or `damagedDatabase` for the backup.
    package func restore(from file: String) throws -> BackupReport {
        let start = dependencies.wallClock.now()
        let files = LocalFiles()
        do throws(SQLiteFileError) {
            guard files.exists(file) else { throw .missing(file, "The backup") }
            try SQLiteFile.verifyKind(.server, path: file, files: files, label: "The backup")
            // Throws for a file of another program at the destination, which a restore must not
            // move.
            _ = try isReplaceableReadable()
        } catch {
            throw ServerError(error)
        }
        return try withLock("A restore replaces all of its data.") {
            let copy = try PartialFile(for: path, random: dependencies.random)
            try PartialFile.copy(file, to: copy.path)
            if files.exists(file + "-wal") {
                try PartialFile.copy(file + "-wal", to: copy.path + "-wal")
            }
            let contents = try prepare(copy.path, from: file)
            let replaced = try renameReplaced(at: start)
            try copy.install()
            return BackupReport(
                file: path,
                bytes: LocalFiles.bytes(of: path) ?? 0,
                accounts: contents.accounts.count,
                entities: contents.entities,
                seconds: seconds(since: start),
                replaced: replaced
            )
        }
    }

    /// Whether SQLite can open the database at the destination.
    ///
    /// A restore may replace a damaged database of any origin, but not a database of another
    /// program.
    private func isReplaceableReadable() throws(SQLiteFileError) -> Bool {
        do {
            return try SQLiteStore.verifyKind(path: path)
        } catch {
            guard error.code == .notADatabase else { throw error }
            return false
        }
    }

    /// Checks a copy of a backup, migrates its schema and gives it a new epoch.
    private func prepare(_ copy: String, from file: String) throws -> DatabaseContents {
        do {
            let queue = try DatabaseQueue(path: copy)
            let findings = try queue.unsafeRead { try DatabaseCheck.structure($0) }
            guard findings.isEmpty else {
                throw ServerError(
                    code: .damagedDatabase,
                    message: "The backup \(file) is damaged, and was not installed. "
                        + "'trendy server check --database' reports the damage. "
                        + "Restore another backup."
                )
            }
            try queue.close()
            try SQLiteStore.renewEpochs(path: copy, random: dependencies.random)
            let renewed = try DatabaseQueue(path: copy)
            let contents = try renewed.unsafeRead { try DatabaseContents($0) }
            try SQLiteFile.checkpointAndClose(renewed, path: copy)
            return contents
        } catch let error as ServerError {
            throw error
        } catch let error as SQLiteFileError {
            throw ServerError(error)
        } catch {
            throw ServerError(SQLiteFileError(cause: error, path: file, label: "The backup"))
        }
    }

    /// Gives the database at the destination a second, dated name, after writing its log into it.
    ///
    /// - Returns: the second name; `nil` when there is no database.
    private func renameReplaced(at now: Instant) throws -> String? {
        guard LocalFiles().exists(path) else { return nil }
        let date = now.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        var newName = "\(path).replaced-\(date)Z"
        // Another restore ran in the same second.
        while LocalFiles().exists(newName) { newName += "-\(randomHex(dependencies.random))" }
        // SQLite would delete the log of a file that it cannot read.
        if try isReplaceableReadable() { checkpointLog() }
        // A hard link first: a database exists at the path at every moment.
        guard link(path, newName) == 0 || rename(path, newName) == 0 else {
            throw PartialFile.error("\(path) cannot be kept as \(newName)")
        }
        // A log that was not written back belongs to the old file. SQLite would read it with the
        // new one.
        for suffix in ["-wal", "-journal"] where LocalFiles().exists(path + suffix) {
            guard rename(path + suffix, newName + suffix) == 0 else {
                throw PartialFile.error("\(path + suffix) cannot be kept as \(newName + suffix)")
            }
        }
        unlink(path + "-shm")
        try PartialFile.sync(LocalFiles.directory(of: path))
        return newName
    }

    /// Checkpoints the log of the database at the destination.
    private func checkpointLog() {
        // When this fails, the log stays beside the file.
        guard let queue = try? DatabaseQueue(path: path) else { return }
        try? SQLiteFile.checkpointAndClose(queue, path: path)
        try? queue.close()
    }
}
