public import Foundation
public import TrendyHealth
public import TrendyModel

/// An export of Apple Health as a source of samples: read once, then open to any question.
///
/// Reads `export.zip` under any name, the XML in it found by its content, or a bare XML. Memory is
/// bounded, whatever the export's size: samples are gathered in temporary files that vanish with
/// the process.
public actor AppleHealthExport: HealthSource {
    /// What was found.
    public nonisolated let summary: ImportSummary
    /// Who wrote the samples, in the order in which they were met.
    public nonisolated let sources: [HealthSourceDescription]
    /// The samples of each category, but for workouts.
    private let spools: [HealthCategory: SampleSpool]
    private let workouts: [WorkoutSample]
    private let zoneSpans: ExportZones

    /// Reads an export.
    ///
    /// - `path`: the zip or the XML; the routes of workouts are in the zip, or in the folder
    ///   `workout-routes` beside the XML. Those that cannot be read never fail it:
    ///   ``ImportSummary/routeWarning`` tells of them.
    /// - `strict`: whether damage of the XML is an error; otherwise all that can be read is kept,
    ///   and ``ImportSummary/warning`` tells what could not.
    /// - `spoolDirectory`: where samples are gathered; about a tenth of the XML's size.
    /// - `progress`: called with the bytes read, of the XML and then of routes besides, and, when
    ///   they are known, all there are.
    ///
    /// Throws ``ImportError``, or `CancellationError`.
    public static func read(
        path: String,
        strict: Bool = false,
        spoolDirectory: String,
        progress: @Sendable (Int64, Int64?) -> Void = { _, _ in }
    ) throws -> AppleHealthExport {
        let stream = try open(path)
        let total = stream.totalBytes
        var reader = try ExportReader(path: path, spoolDirectory: spoolDirectory)
        try reader.read(stream) { progress($0, total) }
        if strict, let damage = reader.summary.firstDamage {
            throw ImportError(
                .damaged,
                path: path,
                "Byte \(damage.offset) in \(damage.element): \(damage.message). Nothing was "
                    + "stored. Export again with the phone unlocked, or leave out --strict to keep "
                    + "everything that can be read."
            )
        }
        try reader.readRoutes(beside: stream) { read in
            progress(read, total.map { max($0, read) })
        }
        return AppleHealthExport(reader)
    }

    private init(_ reader: consuming ExportReader) {
        summary = reader.summary
        sources = reader.sources.sources
        spools = reader.spoolsByCategory
        workouts = reader.workouts
        zoneSpans = reader.zones
    }

    /// Where the person was over time, as their workouts and nights tell it; in the zone given where
    /// none tells otherwise.
    ///
    /// When they went from one zone to another nobody tells: it counts as the middle of the time
    /// between. What nothing else bears out holds for a day before and after.
    public nonisolated func zones(otherwise zone: TimeZone) -> ZoneHistory {
        zoneSpans.history(otherwise: zone)
    }

    /// An export tells of no sample's identity.
    public nonisolated var hasFingerprints: Bool { false }

    /// Everything the export holds of a category, as one page.
    public func changes(
        of category: HealthCategory,
        since anchor: [UInt8]?,
        limit: Int
    ) -> HealthChanges {
        let exportedAt = summary.exportedAt
        var days = spools[category]?.days ?? DaySet()
        if category == .workout {
            for workout in workouts { days.insert(from: workout.start, to: workout.end) }
        }
        let known = anchor.flatMap { Instant(rfc3339: String(decoding: $0, as: UTF8.self)) }
        // An export that does not say when it was made knows what it holds, and nothing later.
        let knownUntil = exportedAt ?? summary.newestAt
        let isAuthoritative = known.map { known in knownUntil.map { $0 >= known } ?? false } ?? true
        let newest = max(exportedAt ?? Instant(seconds: 0), known ?? Instant(seconds: 0))
        return HealthChanges(
            spans: days.spans,
            anchor: exportedAt == nil && known == nil ? nil : Array(newest.rfc3339.utf8),
            isAuthoritative: isAuthoritative && !summary.isTruncated && summary.damages == 0,
            knownUntil: exportedAt == nil ? summary.newestAt : nil
        )
    }

    /// The samples of a category that overlap a span, in order.
    public func samples(
        of category: HealthCategory,
        in span: Range<Instant>
    ) throws -> [HealthSample] {
        try spools[category]?.samples(in: span) ?? []
    }

    /// Whether there is anything of a type; a file withholds nothing.
    public func hasSamples(of category: HealthCategory, type: Int) -> Bool { true }

    /// An export holds everything.
    public func boundary(of category: HealthCategory) -> Instant? { nil }

    /// The workouts that begin in a span, in order.
    public func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] {
        workouts.filter { span.contains($0.start) }
    }

    /// A workout as it is: its routes were read with the rest.
    public func readingRoutes(of workout: WorkoutSample) -> WorkoutSample { workout }

    static func open(_ path: String) throws(ImportError) -> any ExportStream {
        // It is read twice, and a pipe gives its bytes once.
        let probe = try OpenFile(path: path, isRegular: true)
        var head = [UInt8](repeating: 0, count: ExportSniffer.headBytes)
        let result = head.withUnsafeMutableBytes { buffer -> Result<Int, ImportError> in
            do throws(ImportError) {
                return .success(try probe.read(into: buffer))
            } catch {
                return .failure(error)
            }
        }
        head.removeLast(head.count - (try result.get()))
        if ExportSniffer.isZip(head) {
            return try ZipStream(path: path, archiveBytes: probe.sizeBytes)
        }
        guard ExportSniffer.isExport(head) else {
            throw ImportError(
                .notAnExport,
                path: path,
                head.isEmpty
                    ? "The file is empty. Export again with the phone unlocked, and copy the file "
                        + "whole."
                    : "This is no export of Apple Health: neither a zip nor an XML of HealthData. "
                        + "Give the export.zip that the Health app made."
            )
        }
        return FileStream(try OpenFile(path: path, isRegular: true))
    }
}
