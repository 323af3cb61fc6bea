import TrendyHealth
import TrendyModel

/// A source in memory with a hundred steps on each of some days, reported in pages of ten days.
///
/// Day 0 is the simulation's last day before its start.
struct DailyStepsSource: HealthSource {
    private static let daysPerPage = 10

    let firstDay: Instant
    let days: Int
    /// Whether the days exist before the first page is read, or only after it.
    var isInitial = true
    /// Called before each page of changes.
    var onRead: @Sendable () async throws -> Void = {}

    let sources = [HealthSourceDescription(name: "Watch", kind: .watch)]
    let hasFingerprints = false

    private func sample(_ day: Int) -> HealthSample {
        let start = firstDay - .seconds(day * 86_400)
        return HealthSample(start: start, end: start + .seconds(600), value: 100, source: 0)
    }

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        try await onRead()
        if anchor == nil, !isInitial { return HealthChanges(spans: [], anchor: [0]) }
        let first = Int(anchor?.first ?? 0) * Self.daysPerPage
        let end = min(first + Self.daysPerPage, days)
        guard first < end else { return HealthChanges(spans: [], anchor: anchor ?? [0]) }
        return HealthChanges(
            spans: (first..<end).reversed().map { sample($0).start..<sample($0).end },
            anchor: [UInt8(first / Self.daysPerPage + 1)],
            hasMore: end < days
        )
    }

    func samples(of category: HealthMetric, in span: Range<Instant>) -> [HealthSample] {
        (0..<days).reversed().map { sample($0) }.filter { ($0.start..<$0.end).overlaps(span) }
    }

    func summaries(of category: HealthMetric, in span: Range<Instant>) -> [SummarySample] { [] }

    func hasSamples(of category: HealthMetric, type: Int) -> Bool { days > 0 }

    func boundary(of category: HealthMetric) -> Instant? { nil }

    func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] { [] }

    func readingRoutes(of workout: WorkoutSample) -> WorkoutSample { workout }
}
