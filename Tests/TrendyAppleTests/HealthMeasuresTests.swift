import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("What is measured of health")
struct HealthMeasuresTests {
    @Test("A part of a condensed sample that cannot be true is kept out, and counted until it goes")
    func condensed() {
        CapturingPhone.live { phone in
            let start = phone.hour(-24 * 120)
            let rates = [100.0, 5000, 120].enumerated().map { index, rate in
                phone.health.quantity(
                    .heartRate,
                    rate,
                    .count().unitDivided(by: .minute()),
                    from: start.addingTimeInterval(Double(index) * 10),
                    source: phone.watch
                )
            }
            let workout = phone.health.workout(
                .running,
                from: start,
                to: start.addingTimeInterval(600),
                source: phone.watch
            )
            phone.health.add(workout)
            phone.health.add(rates, to: workout)
            try await phone.capture([.heartRate])
            let before = try await phone.store.healthFlaws(category: "heart_rate")

            phone.health.condense(workout: workout)
            try await phone.capture([.heartRate])
            let condensed = try await phone.store.healthFlaws(category: "heart_rate")
            for _ in 0..<4 { try await phone.capture([.heartRate], .periodic) }
            let again = try await phone.store.healthFlaws(category: "heart_rate")
            let average = try await phone.values(.heartRate, "average")
            let series = phone.health.allSamples(of: HKQuantityType(.heartRate))
            phone.health.delete(uuids: series.map(\.uuid))
            phone.health.add(rates[0])
            try await phone.capture([.heartRate])
            let after = try await phone.store.healthFlaws(category: "heart_rate")

            let one = [SampleFlaw.impossibleValue.rawValue: 1]
            #expect(before == one && condensed == one && again == one)
            #expect(average["2025-09-03"] == "110")
            #expect(after.isEmpty)
        }
    }
}
