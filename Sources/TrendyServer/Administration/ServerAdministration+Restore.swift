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
    /// Installs a backup as the server's database, under a new epoch: devices read everything anew
    /// and send again what the backup lacks.
    ///
    /// The backup is copied beside the database, verified and prepared there, and renamed last, so
    /// that a failure or a loss of power at any moment leaves the old database or the new one. The
    /// old one is kept beside it under a dated name.
    ///
    /// - Parameter file: the backup; it is only read. A write-ahead log beside it is part of it.
    /// - Returns: what the database holds now, and where the old one lies.
    /// - Throws: ``ServerError``: `databaseInUse` while a server runs, `missingDatabase`,
    ///   `foreignDatabase` or `damagedDatabase` for the backup.
    package func restore(from file: String) throws -> BackupReport {
        let start = dependencies.wallClock.now()
        let files = LocalFiles()
        do throws(SQLiteFileError) {
            guard files.exists(file) else { throw .missing(file, "The backup") }
            try SQLiteFile.verifyKind(.server, path: file, files: files, label: "The backup")
            // A file of another program at the destination is not moved away.
            _ = try isReplaceableWhole()
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
            let replaced = try keepReplaced(at: start)
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

    /// Whether SQLite can open the database that is to be replaced.
    ///
    /// A damaged one may be replaced, whatever it was; one of another program may not.
    private func isReplaceableWhole() throws(SQLiteFileError) -> Bool {
        do {
            return try SQLiteStore.verifyKind(path: path)
        } catch {
            guard error.code == .notADatabase else { throw error }
            return false
        }
    }

    /// Checks a copy of a backup, brings its schema up to date and gives it a new epoch.
    private func prepare(_ copy: String, from file: String) throws -> DatabaseContents {
        do {
            let queue = try DatabaseQueue(path: copy)
            let findings = try queue.unsafeRead { try DatabaseCheck.structure($0) }
            guard findings.isEmpty else {
                throw ServerError(
                    code: .damagedDatabase,
                    message: "The backup \(file) is damaged, and was not installed. "
                        + "'trendy server check --database' tells what is wrong with it. "
                        + "Restore another backup."
                )
            }
            try queue.close()
            try SQLiteStore.renewEpoch(path: copy, random: dependencies.random)
            let renewed = try DatabaseQueue(path: copy)
            let contents = try renewed.unsafeRead { try DatabaseContents($0) }
            try SQLiteFile.closeWhole(renewed, path: copy)
            return contents
        } catch let error as ServerError {
            throw error
        } catch let error as SQLiteFileError {
            throw ServerError(error)
        } catch {
            throw ServerError(SQLiteFileError(cause: error, path: file, label: "The backup"))
        }
    }

    /// Gives the database that is to be replaced a second, dated name, with all that its log holds.
    ///
    /// - Returns: the name; `nil` when there is no database.
    private func keepReplaced(at now: Instant) throws -> String? {
        guard LocalFiles().exists(path) else { return nil }
        let date = now.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        var kept = "\(path).replaced-\(date)Z"
        // Another restore within the second.
        while LocalFiles().exists(kept) { kept += "-\(randomHex(dependencies.random))" }
        // SQLite would delete the log of a file that it cannot read.
        if try isReplaceableWhole() { foldLog() }
        // A second name first: at no moment is there no database at the path.
        guard link(path, kept) == 0 || rename(path, kept) == 0 else {
            throw PartialFile.error("\(path) cannot be kept as \(kept)")
        }
        // What could not be folded in belongs to the old file; SQLite would take it for the new
        // one's.
        for suffix in ["-wal", "-journal"] where LocalFiles().exists(path + suffix) {
            guard rename(path + suffix, kept + suffix) == 0 else {
                throw PartialFile.error("\(path + suffix) cannot be kept as \(kept + suffix)")
            }
        }
        unlink(path + "-shm")
        try PartialFile.sync(LocalFiles.directory(of: path))
        return kept
    }

    /// Writes the log of the database that is to be replaced into it.
    private func foldLog() {
        // Where it fails, the log is kept beside the file.
        guard let queue = try? DatabaseQueue(path: path) else { return }
        try? SQLiteFile.closeWhole(queue, path: path)
        try? queue.close()
    }
}
