import Crypto
import Foundation
import GRDB
package import TrendyModel
package import TrendySQLite

/// Reads a backup file without changing it; see ``BackupFile``.
package final class BackupReader {
    /// The time of the backup.
    package let createdAt: Instant
    /// The files in the order in which they were added.
    package let entries: [BackupEntry]
    private let queue: DatabaseQueue
    private let path: String

    private static let label = "The backup"

    /// Opens a backup.
    ///
    /// - Throws: ``SQLiteFileError`` with code `missing`, `foreign` for another file, `newerSchema`
    ///   for a backup of a newer version, or `notADatabase` for a damaged one.
    package init(path: String) throws(SQLiteFileError) {
        self.path = path
        queue = try SQLiteFile.openUnchanged(path: path, label: Self.label)
        do {
            (createdAt, entries) = try queue.unsafeRead { try Self.contents($0, path) }
        } catch {
            throw Self.fileError(error, path)
        }
    }

    /// Whether a file says of itself that it is a backup; it may be damaged.
    package static func isBackup(_ path: String) -> Bool {
        guard let queue = try? SQLiteFile.openUnchanged(path: path, label: label) else {
            return false
        }
        // A file that cannot be read is no backup.
        return (try? queue.unsafeRead { try isBackup($0) }) == true
    }

    private static func isBackup(_ db: Database) throws -> Bool {
        try Int32.fetchOne(db, sql: "PRAGMA application_id") == DatabaseKind.backup.rawValue
    }

    private static func contents(
        _ db: Database,
        _ path: String
    ) throws -> (Instant, [BackupEntry]) {
        guard try isBackup(db) else {
            throw SQLiteFileError(
                code: .foreign,
                path: path,
                message: "\(path) is not a backup of a device. Nothing was changed."
            )
        }
        let head = try Row.fetchOne(db, sql: "SELECT format, created_at FROM backup")
        guard let head, let format = head["format"] as Int64? else { throw damaged(path) }
        guard format <= BackupFile.format else {
            throw SQLiteFileError(
                code: .newerSchema,
                path: path,
                message: "\(path) was written by a newer version of Trendy. Update this program."
            )
        }
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT name, bytes, sha256, row_count FROM backup_file ORDER BY id LIMIT ?",
            arguments: [BackupFile.maximumFiles]
        )
        let entries = try rows.map { row in
            guard let name = row["name"] as String?, BackupFile.isValidName(name),
                let bytes = row["bytes"] as Int?, let hash = row["sha256"] as Data?,
                let rows = row["row_count"] as Int?
            else { throw damaged(path) }
            return BackupEntry(name: name, bytes: bytes, rows: rows, hash: Array(hash))
        }
        return (Instant(milliseconds: head["created_at"] as Int64? ?? 0), entries)
    }

    /// Checks the structure of the file, and the size and hash of each file in it.
    ///
    /// - Throws: ``SQLiteFileError`` with code `notADatabase` when the backup is damaged.
    package func verify() throws(SQLiteFileError) {
        do {
            let isIntact = try queue.unsafeRead { try DatabaseStructure($0, .full).isIntact }
            guard isIntact else { throw Self.damaged(path) }
            for entry in entries { try read(entry) { _ in } }
        } catch {
            throw Self.fileError(error, path)
        }
    }

    /// Writes all files into a directory, and checks their sizes and hashes.
    package func extract(into directory: String) throws(SQLiteFileError) {
        for entry in entries {
            let file = directory + "/" + entry.name
            let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw LocalFiles.failure(errno, file, "cannot be created")
            }
            defer { close(descriptor) }
            do {
                try read(entry) { try Self.write($0, to: descriptor, file) }
            } catch {
                throw Self.fileError(error, path)
            }
        }
    }

    private func read(_ entry: BackupEntry, _ body: ([UInt8]) throws -> Void) throws {
        var hash = SHA256()
        var bytes = 0
        try queue.unsafeRead { db in
            let parts = try PreparedStatement(
                db,
                """
                SELECT content FROM backup_part
                WHERE file_id = (SELECT id FROM backup_file WHERE name = ?) ORDER BY number
                """
            )
            parts.bind(1, entry.name)
            try parts.forEachRow { row in
                let part = row.bytes(0)
                hash.update(data: part)
                bytes += part.count
                try body(part)
            }
        }
        guard bytes == entry.bytes, Array(hash.finalize()) == entry.hash else {
            throw Self.damaged(path)
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ file: String) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let slice = UnsafeRawBufferPointer(rebasing: rest)
                let count = Foundation.write(descriptor, slice.baseAddress, slice.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw LocalFiles.failure(errno, file, "cannot be written") }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static func damaged(_ path: String) -> SQLiteFileError {
        SQLiteFileError(
            code: .notADatabase,
            path: path,
            message: "The backup \(path) is damaged or incomplete. Use another backup."
        )
    }

    private static func fileError(_ error: any Error, _ path: String) -> SQLiteFileError {
        if let error = error as? SQLiteFileError { return error }
        let database = error as? DatabaseError
        // A file that lost its tables has the application id only.
        if database?.resultCode.primaryResultCode == .SQLITE_ERROR { return damaged(path) }
        return SQLiteFileError(cause: error, path: path, label: label)
    }
}
