import Foundation
import GRDB
import Testing
import TrendyImport

@testable import TrendyArchive

/// An archive in a temporary directory that is deleted after the test.
final class ArchiveFixture {
    let directory: String
    let archive: SampleArchive

    init() throws {
        directory =
            FileManager.default.temporaryDirectory.path
            + "/trendy-archive-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        archive = try SampleArchive(directory: directory)
    }

    deinit {
        try? archive.close()  // the directory is deleted in any case
        try? FileManager.default.removeItem(atPath: directory)  // temporary
    }

    /// Imports an export that contains elements.
    @discardableResult
    func load(_ body: String) throws -> SampleImportSummary {
        let file = directory + "/export.xml"
        try Data(export(body).utf8).write(to: URL(fileURLWithPath: file))
        return try load(path: file)
    }

    /// Imports a file.
    @discardableResult
    func load(path: String) throws -> SampleImportSummary {
        try archive.importing { sink in
            _ = try AppleHealthExport.read(path: path, spoolDirectory: directory, sink: sink)
        }.summary
    }

    /// The rows of a query as texts; NULL is "-".
    func rows(_ sql: String) throws -> [String] {
        try archive.queue.read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { value in
                    switch value.storage {
                    case .null: "-"
                    case .int64(let value): "\(value)"
                    case .double(let value): "\(value)"
                    case .string(let value): value
                    case .blob: "blob"
                    }
                }.joined(separator: "|")
            }
        }
    }

    /// All samples without what a later export may replace, sorted.
    func identities() throws -> [String] {
        try rows("SELECT kind, start, \"end\", value, created FROM samples ORDER BY 1, 2, 3, 4, 5")
    }
}

/// An export that contains the given elements.
func export(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
     <ExportDate value="2026-01-20 09:00:00 +0100"/>
    \(body)
    </HealthData>
    """
}

/// A record of steps.
func steps(
    _ value: String = "173",
    at start: String = "2026-01-11 16:14:05 +0200",
    until end: String = "2026-01-11 16:19:23 +0200",
    created: String = "2026-01-11 16:32:27 +0200",
    source: String = "Anna’s iPhone",
    version: String = "18.3",
    device: String = "&lt;&lt;HKDevice: 0x2886f7140&gt;, name:iPhone, hardware:iPhone14,5&gt;",
    unit: String = "count",
    type: String = "HKQuantityTypeIdentifierStepCount",
    inside: String = ""
) -> String {
    "<Record type=\"\(type)\" sourceName=\"\(source)\" sourceVersion=\"\(version)\" "
        + "device=\"\(device)\" unit=\"\(unit)\" creationDate=\"\(created)\" "
        + "startDate=\"\(start)\" endDate=\"\(end)\" value=\"\(value)\""
        + (inside.isEmpty ? "/>" : ">\(inside)</Record>")
}
