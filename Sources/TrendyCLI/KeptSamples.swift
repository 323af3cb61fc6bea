import Foundation
import TrendyArchive

/// The samples that an import kept, as commands print them.
struct KeptSamples: Encodable {
    let records: Int
    let added: Int
    let known: Int
    let converted: Int
    let elements: Int
    let addedElements: Int
    let undated: Int
    let omitted: Int
    let omittedBeats: Int
    let omittedPositions: Int

    init(_ summary: SampleImportSummary) {
        records = summary.records
        added = summary.added
        known = summary.known
        converted = summary.converted
        elements = summary.elements
        addedElements = summary.addedElements
        undated = summary.undated
        omitted = summary.omitted
        omittedBeats = summary.omittedBeats
        omittedPositions = summary.omittedPositions
    }

    func describe() {
        Console.text(
            "Kept samples: \(added) new, \(known + converted) known; \(addedElements) new workouts, "
                + "daily summaries and correlations."
        )
        if converted > 0 {
            Console.text("The export has \(converted) of them in another unit than before.")
        }
        if undated > 0 { Console.text("\(undated) records have no date and were not kept.") }
        if omitted > 0 {
            Console.text(
                "\(omitted) parts of records were too large or too many and were not kept."
            )
        }
    }
}

extension SampleArchive {
    /// Opens the archive of a directory, runs `body` and closes the archive.
    static func with<Value>(
        _ directory: String,
        _ body: (SampleArchive) throws -> Value
    ) throws -> Value {
        let archive = try SampleArchive(directory: directory)
        do {
            let value = try body(archive)
            try archive.close()
            return value
        } catch {
            // The first error has the cause.
            try? archive.close()
            throw error
        }
    }
}
