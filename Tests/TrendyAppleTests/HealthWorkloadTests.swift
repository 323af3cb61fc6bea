import Foundation
import HealthReplay
import Testing
import TrendyFixture

@Suite("Randomized HealthKit workloads")
struct HealthWorkloadTests {
    @Test(
        "With any faults, each day's final result matches the samples",
        arguments: 1...3
    )
    func everyFault(seed: UInt64) async {
        var options = ReplayOptions(seed: seed, days: 30)
        options.density = 0.15

        let report = await lived(options)

        #expect(report.failure == nil)
        #expect(report.rows.count == 19)
        for row in report.rows {
            #expect(row.offDays == [], "\(row.measure) is off by \(row.largestError)")
        }
        #expect(report.deaths > 5)
        #expect(report.deleted > 10)
        #expect(report.condensed > 5)
        #expect(report.revocations > 0)
    }

    @Test("With any faults, each day's result of every kind matches the samples")
    func everyKind() async {
        var options = ReplayOptions(seed: 4, days: 20)
        options.density = 0.15
        options.kinds = .all

        let report = await lived(options)

        #expect(report.failure == nil)
        #expect(report.kindDifferences.prefix(20).joined(separator: "\n") == "")
        #expect(report.isRight)
        #expect(report.deaths > 3 && report.deleted > 10)
    }

    /// Runs a workload on its own thread, because it takes long and other tests need theirs.
    private func lived(_ options: ReplayOptions) async -> ReplayReport {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: HealthReplayRun(options).run())
            }
        }
    }
}
