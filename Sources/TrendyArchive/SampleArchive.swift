// TrendyArchive: keeps the raw samples of Apple Health exports in a file of their own.

import GRDB
package import TrendyImport
import TrendySQLite

/// A device's archive of raw samples: a SQLite file beside the device's database.
///
/// It has every record of the imported exports with all attributes, and the workouts, activity
/// summaries and correlations. It is never synced. The view `samples` shows it to people.
///
/// A sample that a later export no longer has stays in the archive.
///
/// All methods block. Errors are ``ArchiveError``, except those of a caller's closure.
package final class SampleArchive: Sendable {
    /// The name of the file in a device's directory.
    package static let fileName = "samples.sqlite"
    static let label = "The archive of samples"
    /// An import writes most pages once, so a larger cache saves little.
    private static let cacheKilobytes = 2048
    private static let logPages = 1000

    let path: String
    let queue: DatabaseQueue

    /// The path of the archive in a device's directory.
    package static func path(in directory: String) -> String { "\(directory)/\(fileName)" }

    /// Whether a device's directory has an archive.
    package static func exists(in directory: String) -> Bool {
        LocalFiles().exists(path(in: directory))
    }

    /// Opens the archive of a device's directory; creates it when it does not exist.
    package init(directory: String) throws {
        path = Self.path(in: directory)
        do {
            queue = try SQLiteFile.open(
                path: path,
                files: LocalFiles(),
                kind: .archive,
                migrator: ArchiveMigrations.migrator,
                label: Self.label,
                cacheKilobytes: Self.cacheKilobytes,
                logPages: Self.logPages
            )
        } catch {
            throw ArchiveError(error, path: path) ?? error
        }
    }

    /// Deletes the archive of a device's directory; succeeds when there is none.
    package static func remove(in directory: String) throws {
        let path = path(in: directory)
        // The main file first: the files beside it mean nothing without it.
        for suffix in ["", "-wal", "-shm", "-journal"] {
            do {
                try LocalFiles().remove(path + suffix)
            } catch {
                throw ArchiveError(error, path: path) ?? error
            }
        }
    }

    /// Writes the log back into the file and closes it.
    package func close() throws {
        try converting { try queue.close() }
    }

    /// Whether imports keep samples by default.
    package func keepsSamples() throws -> Bool {
        try converting {
            try queue.reading { db in
                try PreparedStatement(db, "SELECT keep FROM archive").firstRow { $0.int(0) } == 1
            }
        }
    }

    /// Sets whether imports keep samples by default.
    package func setKeepsSamples(_ keeps: Bool) throws {
        try converting {
            try queue.writing { db in
                let update = try PreparedStatement(db, "UPDATE archive SET keep = ?")
                update.bind(1, keeps ? 1 : 0 as Int64)
                try update.run()
            }
        }
    }

    /// Keeps the samples of an export that `body` reads.
    ///
    /// The whole import is one transaction: when `body` throws or the process dies, the archive is
    /// as before. Importing an export again adds only new samples.
    ///
    /// - `body`: reads one export with the sink, which writes on a thread of its own.
    package func importing<Value>(
        _ body: (any ExportRecordSink) throws -> Value
    ) throws -> (value: Value, summary: SampleImportSummary) {
        try converting {
            try queue.writing { db in
                let sink = PipelinedSink(try SampleWriter(db))
                do {
                    let value = try body(sink)
                    return (value, try sink.finish())
                } catch {
                    sink.cancel()
                    throw error
                }
            }
        }
    }

    func converting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw ArchiveError(error, path: path) ?? error
        }
    }
}
