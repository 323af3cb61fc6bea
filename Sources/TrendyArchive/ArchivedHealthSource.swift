import GRDB
package import TrendyHealth
import TrendyImport
package import TrendyModel
import TrendySQLite

/// A health source over the kept samples of an archive, for explaining a day.
///
/// It has no anchors, workouts or dated summaries.
package actor ArchivedHealthSource: HealthSource {
    private let archive: SampleArchive
    /// The sources of the samples read so far.
    package private(set) var sources: [HealthSourceDescription] = []
    /// The indices in ``sources`` by the ids in the archive.
    private var indices: [Int64: Int] = [:]

    /// Creates a source over an open archive.
    package init(_ archive: SampleArchive) {
        self.archive = archive
    }

    /// `false`: an archive has no sample identifiers.
    package nonisolated var hasFingerprints: Bool { false }

    /// Returns no changes.
    package func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) -> HealthChanges {
        HealthChanges(spans: [], anchor: anchor, isAuthoritative: false)
    }

    /// Returns the valid samples of a metric that overlap a time span, in order.
    package func samples(
        of category: HealthMetric,
        in span: Range<Instant>
    ) throws -> [HealthSample] {
        var samples: [HealthSample] = []
        for (index, type) in category.types.enumerated() {
            var reader = RawSampleReader(type)
            for record in try archive.records(of: type.identifier, in: span) {
                let sample = reader.sample(
                    value: record.value,
                    unit: record.unit,
                    start: Instant(seconds: record.start),
                    end: Instant(seconds: record.end),
                    source: sourceIndex(of: record),
                    isUserEntered: record.isUserEntered,
                    type: UInt8(index)
                )
                if case .success(let sample) = sample { samples.append(sample) }
            }
        }
        return samples.sorted {
            ($0.start, $0.end, $0.value, $0.source) < ($1.start, $1.end, $1.value, $1.source)
        }
    }

    /// Returns no dated summaries.
    package func summaries(
        of category: HealthMetric,
        in span: Range<Instant>
    ) -> [SummarySample] { [] }

    /// Whether the archive has any sample of a type.
    package func hasSamples(of category: HealthMetric, type: Int) -> Bool { true }

    /// `nil`: an archive has no authorization window.
    package func boundary(of category: HealthMetric) -> Instant? { nil }

    /// Returns no workouts.
    package func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] { [] }

    /// Returns the workout unchanged.
    package func readingRoutes(of workout: WorkoutSample) -> WorkoutSample { workout }

    private func sourceIndex(of record: ArchivedRecord) -> Int {
        if let known = indices[record.origin] { return known }
        let description = HealthSourceDescription.exported(
            name: record.sourceName,
            version: record.sourceVersion,
            device: record.device
        )
        let index = sources.firstIndex(of: description) ?? sources.count
        if index == sources.count { sources.append(description) }
        indices[record.origin] = index
        return index
    }
}
