package import Foundation
package import TrendyHealth
package import TrendyModel

/// A health source that reads an Apple Health export once and then answers any query.
///
/// Reads `export.zip` under any name, finding the XML in it by content, or a bare XML. Memory is
/// bounded for any size: samples are spooled to temporary files that are deleted with the process.
package actor AppleHealthExport: HealthSource {
    /// Counts and warnings of the import.
    package nonisolated let summary: ImportSummary
    /// The sources of the samples, in the order of the file.
    package nonisolated let sources: [HealthSourceDescription]
    /// The metrics that have data in the export, in the order of the catalogue; those of types
    /// that this version does not know are inferred from their samples.
    package nonisolated let metrics: [HealthMetric]
    /// The samples of each metric.
    private let spools: [HealthMetric: SampleSpool]
    private let summaries: [HealthMetric: [SummarySample]]
    private let workouts: [WorkoutSample]
    private let zoneSpans: ExportZones

    /// Reads an export.
    ///
    /// - `path`: the zip or the XML. Workout routes are in the zip, or in the folder
    ///   `workout-routes` beside the XML. Unreadable routes never fail the import;
    ///   ``ImportSummary/routeWarning`` reports them. Electrocardiograms are in the zip, or in the
    ///   folder `electrocardiograms`; ``ImportSummary/electrocardiogramWarning`` reports unreadable
    ///   ones.
    /// - `strict`: whether damaged XML is an error. Otherwise everything readable is kept, and
    ///   ``ImportSummary/warning`` reports the damage.
    /// - `spoolDirectory`: the directory for temporary files, about a tenth of the size of the XML.
    /// - `sink`: receives each tag of the XML; `nil` for none. Errors that it throws end the reading.
    /// - `progress`: receives the bytes read so far, first of the XML and then of routes, and the
    ///   total when it is known.
    ///
    /// Throws ``ImportError``, or `CancellationError`.
    package static func read(
        path: String,
        strict: Bool = false,
        spoolDirectory: String,
        sink: (any ExportRecordSink)? = nil,
        progress: @Sendable (Int64, Int64?) -> Void = { _, _ in }
    ) throws -> AppleHealthExport {
        let stream = try open(path)
        let total = stream.totalBytes
        var reader = ExportReader(path: path, spoolDirectory: spoolDirectory)
        reader.sink = sink
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
        try reader.readElectrocardiograms(beside: stream) { read in
            progress(read, total.map { max($0, read) })
        }
        reader.sink = nil
        // Without the sink, nothing outside this function refers to what the reader holds.
        nonisolated(unsafe) let finished = reader
        return AppleHealthExport(finished)
    }

    private init(_ reader: consuming ExportReader) {
        summary = reader.summary
        sources = reader.sources.sources
        let found = reader.spoolsByMetric
        spools = Dictionary(uniqueKeysWithValues: found.map { ($0.metric, $0.spool) })
        summaries = reader.summaries
        let present = Set(spools.keys).union(summaries.keys)
            .union(reader.workouts.isEmpty ? [] : [.workout])
        metrics =
            HealthMetric.allCases.filter { present.contains($0) }
            + found.map(\.metric).filter(\.isInferred)
        workouts = reader.workouts
        zoneSpans = reader.zones
    }

    /// The person's time zones over time, from workouts and nights; `zone` where there is no
    /// evidence.
    ///
    /// A change of zone counts at the middle of the time between the two pieces of evidence.
    /// Isolated evidence of a zone holds for a day before and after.
    package nonisolated func zones(otherwise zone: TimeZone) -> ZoneHistory {
        zoneSpans.history(otherwise: zone)
    }

    /// `false`: an export has no sample identifiers.
    package nonisolated var hasFingerprints: Bool { false }

    /// Returns everything that the export has of a category, as one page.
    package func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) -> HealthChanges {
        let exportedAt = summary.exportedAt
        var days = spools[category]?.days ?? DaySet()
        if category == .workout {
            for workout in workouts { days.insert(from: workout.start, to: workout.end) }
        }
        for summary in summaries[category] ?? [] {
            days.insert(from: summary.start, to: summary.end ?? summary.start)
        }
        let known = anchor.flatMap { Instant(rfc3339: String(decoding: $0, as: UTF8.self)) }
        // An export without a creation date knows nothing later than its newest sample.
        let knownUntil = exportedAt ?? summary.newestAt
        let isAuthoritative = known.map { known in knownUntil.map { $0 >= known } ?? false } ?? true
        let newest = max(exportedAt ?? Instant(seconds: 0), known ?? Instant(seconds: 0))
        // A file that cannot be read now may have been read by an earlier import.
        let isComplete =
            category != .electrocardiogram || summary.firstUnreadElectrocardiogram == nil
        return HealthChanges(
            spans: days.spans,
            anchor: exportedAt == nil && known == nil ? nil : Array(newest.rfc3339.utf8),
            isAuthoritative: isAuthoritative && isComplete && !summary.isTruncated
                && summary.damages == 0,
            knownUntil: exportedAt == nil ? summary.newestAt : nil
        )
    }

    /// Returns the samples of a category that overlap a time span, in order.
    package func samples(
        of category: HealthMetric,
        in span: Range<Instant>
    ) throws -> [HealthSample] {
        try spools[category]?.samples(in: span) ?? []
    }

    /// Returns the dated summaries of a metric that start in a time span, in order.
    package func summaries(
        of category: HealthMetric,
        in span: Range<Instant>
    ) -> [SummarySample] {
        // A summary of a whole day begins at a midnight that depends on the person's zone.
        let margin = Duration.seconds(86_400)
        return (summaries[category] ?? []).filter { summary in
            summary.day == nil
                ? span.contains(summary.start)
                : summary.start >= span.lowerBound - margin
                    && summary.start < span.upperBound + margin
        }
    }

    /// Whether the export has any sample of a type.
    ///
    /// A file never restricts reading.
    package func hasSamples(of category: HealthMetric, type: Int) -> Bool { true }

    /// `nil`: an export has no authorization window.
    package func boundary(of category: HealthMetric) -> Instant? { nil }

    /// Returns the workouts that start in a time span, in order.
    package func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] {
        workouts.filter { span.contains($0.start) }
    }

    /// Returns the workout unchanged: its routes were read with the export.
    package func readingRoutes(of workout: WorkoutSample) -> WorkoutSample { workout }

    static func open(_ path: String) throws(ImportError) -> any ExportStream {
        // The file is opened twice, and a pipe delivers its bytes once.
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
                    ? "The file is empty. Export again with the phone unlocked, and copy the "
                        + "complete file."
                    : "This is not an Apple Health export: it is neither a zip nor HealthData XML. "
                        + "Provide the export.zip from the Health app."
            )
        }
        return FileStream(try OpenFile(path: path, isRegular: true))
    }
}
