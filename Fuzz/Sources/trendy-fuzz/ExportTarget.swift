@testable import TrendyHealth
@testable import TrendyImport
@testable import TrendyModel

/// `export`: the reader of Apple Health exports.
struct ExportTarget: FuzzTarget {
    private let executor = InlineExecutor()
    private let scratch = ScratchFile()

    func run(_ input: UnsafeRawBufferPointer) {
        let input = ExportInput(input)
        let export = read(input.file)
        if let export { executor.run { await ExportCheck(export).run() } }
        // A zip within a zip is not an export, but the inner zip alone is.
        if let zipped = input.zipped, !zipped.starts(with: "PK".utf8) {
            let bare = read(zipped)
            expect(
                bare.map(comparable) == export.map(comparable)
                    && bare?.sources == export?.sources,
                "A zip reads like the XML in it"
            )
        }
    }

    /// The summary without the first unread route: within a zip, the XML itself can have the name
    /// of a route.
    private func comparable(_ export: AppleHealthExport) -> ImportSummary {
        var summary = export.summary
        summary.firstUnreadRoute = nil
        return summary
    }

    private func read(_ file: [UInt8]) -> AppleHealthExport? {
        scratch.write(file)
        do {
            return try AppleHealthExport.read(
                path: scratch.path,
                spoolDirectory: scratch.directory
            )
        } catch {
            expect(error is ImportError, "Reading throws what it does not promise: \(error)")
            return nil
        }
    }
}

/// `gpx`: the reader of GPX tracks.
struct TrackTarget: FuzzTarget {
    private let scratch = ScratchFile()

    func run(_ input: UnsafeRawBufferPointer) {
        scratch.write(TrackInput(input).file)
        TrackCheck(path: scratch.path).run()
    }
}
