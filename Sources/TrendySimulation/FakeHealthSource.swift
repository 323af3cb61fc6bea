import SimulationKit
import TrendyHealth
import TrendyModel

/// Steps that a device counts, as HealthKit would hand them out; it outlives the processes.
final class FakeHealthSource: HealthSource, @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    let sources = [HealthSourceDescription(name: "Phone", kind: .phone)]
    private var random: SplitMix64
    private var samples: [HealthSample] = []
    private var version: UInt64 = 0

    init(_ random: SplitMix64, device: Int) {
        self.random = random
    }

    /// Counts steps in the hours before a moment, some of them long before.
    func walk(before now: Instant) {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let start = now - random.duration(.seconds(600), .seconds(5 * 86_400))
            samples.append(
                HealthSample(
                    start: start,
                    end: start + .seconds(300),
                    value: Double(Int.random(in: 10...500, using: &random)),
                    source: 0
                )
            )
        }
        samples.sort { ($0.start, $0.value) < ($1.start, $1.value) }
        version += 1
    }

    func changes(of category: HealthCategory, since anchor: [UInt8]?) -> HealthChanges {
        let current = withUnsafeBytes(of: version.littleEndian) { Array($0) }
        guard category == .steps, anchor != current else {
            return HealthChanges(spans: [], sampleCount: 0, anchor: current)
        }
        return HealthChanges(
            spans: samples.map { $0.start..<$0.end },
            sampleCount: samples.count,
            anchor: current
        )
    }

    func samples(of category: HealthCategory, in span: Range<Instant>) -> [HealthSample] {
        category == .steps
            ? samples.filter { $0.start < span.upperBound && $0.end > span.lowerBound } : []
    }

    func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] { [] }
}
