package import TrendyArchive
import TrendyImport

extension SampleArchive {
    /// The archive that an import writes to; `nil` when it keeps no samples.
    ///
    /// - `keepSamples`: the person's choice for this import; `nil` for the stored setting.
    package static func forImport(
        _ keepSamples: Bool?,
        directory: String
    ) throws -> SampleArchive? {
        guard keepSamples ?? exists(in: directory) else { return nil }
        let archive = try SampleArchive(directory: directory)
        guard try keepSamples ?? archive.keepsSamples() else {
            try archive.close()
            return nil
        }
        return archive
    }

    /// Runs `body` with the archive's sink, or without one, and closes the archive.
    static func keeping<Value>(
        in archive: SampleArchive?,
        _ body: ((any ExportRecordSink)?) throws -> Value
    ) throws -> (Value, SampleImportSummary?) {
        guard let archive else { return (try body(nil), nil) }
        do {
            let result = try archive.importing { try body($0) }
            try archive.close()
            return (result.value, result.summary)
        } catch {
            // The first error has the cause.
            try? archive.close()
            throw error
        }
    }
}
