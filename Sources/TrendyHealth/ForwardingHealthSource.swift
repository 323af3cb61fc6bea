package import TrendyModel

/// A health source that wraps another source and forwards every requirement that it does not
/// implement.
package protocol ForwardingHealthSource: HealthSource {
    var base: any HealthSource { get }
}

extension ForwardingHealthSource {
    package var sources: [HealthSourceDescription] { get async throws { try await base.sources } }
    package var hasFingerprints: Bool { base.hasFingerprints }

    package func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        try await base.changes(of: category, since: anchor, limit: limit)
    }

    package func samples(
        of category: HealthMetric,
        in span: Range<Instant>
    ) async throws -> [HealthSample] {
        try await base.samples(of: category, in: span)
    }

    package func summaries(
        of category: HealthMetric,
        in span: Range<Instant>
    ) async throws -> [SummarySample] {
        try await base.summaries(of: category, in: span)
    }

    package func total(of category: HealthMetric, in span: Range<Instant>) async throws -> Double? {
        try await base.total(of: category, in: span)
    }

    package func rejectedCount(in category: HealthMetric) async -> [UInt32: SampleRejection] {
        await base.rejectedCount(in: category)
    }

    package func hasSamples(of category: HealthMetric, type: Int) async throws -> Bool {
        try await base.hasSamples(of: category, type: type)
    }

    package func boundary(of category: HealthMetric) async throws -> Instant? {
        try await base.boundary(of: category)
    }

    package func workouts(startingIn span: Range<Instant>) async throws -> [WorkoutSample] {
        try await base.workouts(startingIn: span)
    }

    package func readingRoutes(of workout: WorkoutSample) async throws -> WorkoutSample {
        try await base.readingRoutes(of: workout)
    }
}
