import Crypto
import Foundation
import GRDB
package import TrendyModel
package import TrendySQLite

/// Writes a backup file; see ``BackupFile``.
package final class BackupWriter {
    private let queue: DatabaseQueue
    private let path: String
    private var count: Int64 = 0

    /// Creates an empty backup at a path, in a private directory.
    package init(path: String, createdAt: Instant) throws(SQLiteFileError) {
        self.path = path
        _ = try LocalFiles().makePrivate(path)
        do {
            queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { db in
                // The file gets its name only after it was synced as a whole.
                try db.execute(sql: "PRAGMA page_size = 65536; PRAGMA journal_mode = MEMORY")
                try db.execute(sql: "PRAGMA synchronous = OFF")
                try db.execute(sql: "PRAGMA application_id = \(DatabaseKind.backup.rawValue)")
                try db.execute(sql: BackupFile.schema)
                try db.execute(
                    sql: "INSERT INTO backup (format, created_at) VALUES (?, ?)",
                    arguments: [BackupFile.format, createdAt.milliseconds]
                )
            }
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: "The backup")
        }
    }

    /// Whether a file of a profile belongs into a backup, by its name.
    package static func accepts(_ name: String) -> Bool { BackupFile.isValidName(name) }

    /// Adds a file of the profile.
    ///
    /// - `name`: its name in the profile's directory, which ``accepts(_:)`` allows.
    /// - `source`: the path of the content, which nothing writes.
    /// - `rows`: the number of rows, when it is a database.
    @discardableResult
    package func add(
        _ name: String,
        from source: String,
        rows: Int
    ) throws(SQLiteFileError) -> BackupEntry {
        guard let handle = FileHandle(forReadingAtPath: source) else {
            throw LocalFiles.failure(errno, source, "cannot be read")
        }
        defer { try? handle.close() }  // it was only read
        return try add(name, rows: rows) {
            try handle.read(upToCount: BackupFile.partBytes).map { Array($0) } ?? []
        }
    }

    /// Adds a file with content in memory.
    package func add(_ name: String, _ content: [UInt8]) throws(SQLiteFileError) {
        var rest = content[...]
        try add(name, rows: 0) {
            defer { rest = rest.dropFirst(BackupFile.partBytes) }
            return Array(rest.prefix(BackupFile.partBytes))
        }
    }

    /// Closes the file.
    package func finish() throws(SQLiteFileError) {
        do {
            try queue.close()
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: "The backup")
        }
    }

    /// - `next`: the next part of the content; empty at the end.
    @discardableResult
    private func add(
        _ name: String,
        rows: Int,
        next: () throws -> [UInt8]
    ) throws(SQLiteFileError) -> BackupEntry {
        precondition(
            BackupFile.isValidName(name),
            "A backup holds databases and profile.json only."
        )
        count += 1
        var hash = SHA256()
        var bytes = 0
        do {
            return try queue.writing { db in
                try db.execute(
                    sql: "INSERT INTO backup_file VALUES (?, ?, 0, zeroblob(32), ?)",
                    arguments: [count, name, rows]
                )
                let insert = try PreparedStatement(db, "INSERT INTO backup_part VALUES (?, ?, ?)")
                var number: Int64 = 0
                while case let part = try next(), !part.isEmpty {
                    hash.update(data: part)
                    bytes += part.count
                    insert.bind(1, count)
                    insert.bind(2, number)
                    insert.bind(3, bytes: part)
                    try insert.run()
                    number += 1
                }
                let digest = Array(hash.finalize())
                try db.execute(
                    sql: "UPDATE backup_file SET bytes = ?, sha256 = ? WHERE id = ?",
                    arguments: [bytes, Data(digest), count]
                )
                return BackupEntry(name: name, bytes: bytes, rows: rows, hash: digest)
            }
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: "The backup")
        }
    }
}
