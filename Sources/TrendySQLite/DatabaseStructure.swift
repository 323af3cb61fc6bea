package import GRDB

/// The result of SQLite's own checks of a database: pages, indexes and references.
package struct DatabaseStructure: Sendable, Equatable {
    /// How thoroughly SQLite checks the pages.
    package enum Thoroughness: Sendable {
        /// `PRAGMA quick_check`: everything but the content of indexes.
        case quick
        /// `PRAGMA integrity_check` (https://sqlite.org/pragma.html#pragma_integrity_check).
        case full
    }

    /// The maximum number of reported errors of pages and indexes.
    package static let maximumErrors = 100

    /// The errors of pages and indexes; empty when there are none.
    package var errors: [String]
    /// The number of rows that refer to a missing row, by table.
    package var brokenReferences: [String: Int] = [:]

    /// Whether the checks found nothing.
    package var isIntact: Bool { errors.isEmpty && brokenReferences.isEmpty }

    /// Creates the result for a file that SQLite cannot open because it is damaged.
    package init(error: SQLiteFileError) {
        errors = [error.reason ?? error.message]
    }

    /// Checks a file that nothing writes.
    ///
    /// - Throws: ``SQLiteFileError`` when the file cannot be opened.
    package init(
        unchangedFile path: String,
        _ thoroughness: Thoroughness
    ) throws(SQLiteFileError) {
        let label = "The database"
        let queue = try SQLiteFile.openUnchanged(path: path, label: label)
        do {
            self = try queue.unsafeRead { try DatabaseStructure($0, thoroughness) }
            try queue.close()
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: label)
        }
    }

    /// Checks a file that other processes may write.
    ///
    /// - Throws: ``SQLiteFileError`` when the file cannot be opened or is in use.
    package init(
        fileInUse path: String,
        _ thoroughness: Thoroughness
    ) throws(SQLiteFileError) {
        let label = "The database"
        let queue = try SQLiteFile.openExisting(path: path, label: label)
        do {
            self = try SQLiteFile.inSnapshot(of: queue) { try DatabaseStructure($0, thoroughness) }
            try queue.close()
        } catch {
            throw SQLiteFileError(cause: error, path: path, label: label)
        }
    }

    /// Checks a database; reads all of it once.
    ///
    /// - Throws: `DatabaseError` for an error other than damage, such as a full disk.
    package init(_ db: Database, _ thoroughness: Thoroughness) throws {
        let pragma = thoroughness == .quick ? "quick_check" : "integrity_check"
        do {
            errors = try String.fetchAll(db, sql: "PRAGMA \(pragma)(\(Self.maximumErrors))")
                .filter { $0 != "ok" }
            for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check") {
                brokenReferences[row["table"] as String? ?? "?", default: 0] += 1
            }
        } catch let error as DatabaseError where error.isDamage {
            errors = [SQLiteResult(code: error.extendedResultCode.rawValue).description]
        }
    }
}

extension DatabaseError {
    /// Whether the error means that the file is damaged or is not a database.
    package var isDamage: Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode.primaryResultCode)
    }
}
