import CArchive
import Foundation
import TrendyHealth
import TrendyImport
import TrendyModel

/// A temporary directory that is deleted after the test.
final class Scratch {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory.path
            + "/trendy-tests-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)  // what is left is in a temporary place
    }

    func write(_ text: String, to name: String = "export.xml") throws -> String {
        try write(Data(text.utf8), to: name)
    }

    func write(_ data: Data, to name: String) throws -> String {
        let file = path + "/" + name
        try data.write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Creates a zip with libarchive.
    ///
    /// - `options`: in the format of `archive_write_set_options`.
    func zip(
        _ entries: [(name: String, text: String)],
        to name: String = "export.zip",
        options: String? = nil
    ) -> String {
        let file = path + "/" + name
        let archive = archive_write_new()
        archive_write_set_format_zip(archive)
        archive_write_set_options(archive, options)
        archive_write_open_filename(archive, file)
        for (name, text) in entries {
            let entry = archive_entry_new()
            archive_entry_set_pathname(entry, name)
            archive_entry_set_size(entry, Int64(text.utf8.count))
            archive_entry_set_filetype(entry, 0o100000)
            archive_entry_set_perm(entry, 0o644)
            archive_write_header(archive, entry)
            var text = text
            text.withUTF8 { _ = archive_write_data(archive, $0.baseAddress, $0.count) }
            archive_entry_free(entry)
        }
        archive_write_close(archive)
        archive_write_free(archive)
        return file
    }

    func read(_ file: String, strict: Bool = false) throws -> AppleHealthExport {
        try AppleHealthExport.read(path: file, strict: strict, spoolDirectory: path)
    }

    func read(xml: String, strict: Bool = false) throws -> AppleHealthExport {
        try read(try write(xml), strict: strict)
    }
}

/// An export that contains the given elements.
func export(_ body: String, doctype: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    \(doctype)
    <HealthData locale="en_US">
     <ExportDate value="2026-01-20 09:00:00 +0100"/>
     <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-01"/>
    \(body)
    </HealthData>
    """
}

func steps(
    _ value: String,
    _ start: String,
    _ end: String,
    source: String = "iPhone",
    more: String = ""
) -> String {
    """
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source)" sourceVersion="18.1" \
    \(more) unit="count" creationDate="\(end)" startDate="\(start)" endDate="\(end)" value="\(value)"/>
    """
}

extension AppleHealthExport {
    /// All samples of a category.
    func all(_ category: HealthMetric) async throws -> [HealthSample] {
        try samples(of: category, in: Instant(seconds: 0)..<Instant(seconds: 5_000_000_000))
    }

    /// All workouts.
    func allWorkouts() -> [WorkoutSample] {
        workouts(startingIn: Instant(seconds: 0)..<Instant(seconds: 5_000_000_000))
    }
}
