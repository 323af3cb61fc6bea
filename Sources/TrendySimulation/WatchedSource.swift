import TrendyHealth
import TrendyModel

/// A source that notes when changes are asked for.
struct WatchedSource: HealthSource {
    let base: any HealthSource
    private(set) weak var process: SimulatedDevice.Process?

    init(base: any HealthSource, process: SimulatedDevice.Process) {
        self.base = base
        self.process = process
    }

    var sources: [HealthSourceDescription] { get async throws { try await base.sources } }
    var hasStamps: Bool { base.hasStamps }

    func changes(
        of category: HealthCategory,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        if let process {
            let health = process.device.health(of: process.account)
            health.background?.begins(category, process)
        }
        return try await base.changes(of: category, since: anchor, limit: limit)
    }

    func samples(
        of category: HealthCategory,
        in span: Range<Instant>
    ) async throws -> [HealthSample] {
        try await base.samples(of: category, in: span)
    }

    func hasSamples(of category: HealthCategory, type: Int) async throws -> Bool {
        try await base.hasSamples(of: category, type: type)
    }

    func boundary(of category: HealthCategory) async throws -> Instant? {
        try await base.boundary(of: category)
    }

    func workouts(startingIn span: Range<Instant>) async throws -> [WorkoutSample] {
        try await base.workouts(startingIn: span)
    }

    func readingRoutes(of workout: WorkoutSample) async throws -> WorkoutSample {
        try await base.readingRoutes(of: workout)
    }
}
