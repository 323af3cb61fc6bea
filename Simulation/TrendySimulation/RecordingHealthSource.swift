import TrendyHealth
import TrendyModel

/// A health source that records when changes are read.
struct RecordingHealthSource: ForwardingHealthSource {
    let base: any HealthSource
    private(set) weak var process: SimulatedDevice.Process?

    init(base: any HealthSource, process: SimulatedDevice.Process) {
        self.base = base
        self.process = process
    }

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        if let process {
            let health = process.device.health(of: process.account)
            health.background?.begins(category, process)
        }
        return try await base.changes(of: category, since: anchor, limit: limit)
    }
}
