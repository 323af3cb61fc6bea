import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing
import TrendyApple
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Rejected HealthKit samples")
struct HealthSampleRejectionTests {
    @Test("Implausible samples are excluded and counted by reason")
    func impossible() {
        CapturingPhone.live { phone in
            phone.health.add([
                phone.steps(10, at: phone.hour(-2)),
                phone.steps(-10, at: phone.hour(-3)),
                phone.steps(10, at: Date(timeIntervalSince1970: -62_000_000_000)),
                phone.steps(10, at: phone.hour(-4), lasting: 1e12),
                phone.steps(.nan, at: phone.hour(-5)),
                phone.steps(1e306, at: phone.hour(-6)),
                phone.health.quantity(
                    HKQuantityType(.stepCount),
                    HKQuantity(unit: .gram(), doubleValue: 5),
                    from: phone.hour(-7),
                    source: phone.watch
                ),
            ])

            try await phone.capture([.steps])

            let found8 = try await phone.values()
            #expect(found8 == ["2025-12-31": "10"])
            let rejections = try await phone.store.read {
                try $0.health.sampleRejections(category: "steps")
            }
            #expect(
                rejections == [
                    SampleRejection.impossibleValue.rawValue: 3,
                    SampleRejection.dateOutOfRange.rawValue: 2,
                    SampleRejection.noValue.rawValue: 1,
                ]
            )
        }
    }

    @Test("An excluded sample is counted once, however often it is read, until it is deleted")
    func keptOut() {
        CapturingPhone.live { phone in
            let bad = [-10, -20].map { phone.steps($0, at: phone.hour(-3)) }
            phone.health.add([phone.steps(10, at: phone.hour(-2))] + bad)
            try await phone.capture([.steps])
            for _ in 0..<3 { try await phone.capture([.steps], .launch) }
            let report = try await HealthReport(
                of: phone.store,
                at: phone.dependencies.wallClock.now()
            )
            phone.health.delete(uuids: [bad[0].uuid])
            try await phone.capture([.steps])

            let line = report.lines.first { $0.category == "steps" }
            #expect(line?.rejections == [SampleRejection.impossibleValue.rawValue: 2])
            let left = try await phone.store.read {
                try $0.health.sampleRejections(category: "steps")
            }
            #expect(left == [SampleRejection.impossibleValue.rawValue: 1])
        }
    }

    @Test("Sleep of an unknown stage or without duration is excluded and counted")
    func unknownStage() {
        CapturingPhone.live { phone in
            func sleep(_ value: Int, _ start: Double, _ end: Double) -> HKCategorySample {
                phone.health.category(
                    .sleepAnalysis,
                    value,
                    from: phone.hour(start),
                    to: phone.hour(end),
                    source: phone.watch
                )
            }
            phone.health.add([
                sleep(3, -8, -2), sleep(6, -2, -1), sleep(.max, -2, -1.5), sleep(4, -3, -3),
            ])

            try await phone.capture([.sleep])

            let ends = try await phone.store.read { try $0.entities.events(EventFilter(limit: 10)) }
                .map {
                    try Event(document: $0.document()).endDate
                }
            #expect(ends == [Instant(phone.hour(-2))])
            let rejections = try await phone.store.read {
                try $0.health.sampleRejections(category: "sleep")
            }
            #expect(
                rejections == [
                    SampleRejection.noValue.rawValue: 2, SampleRejection.noLength.rawValue: 1,
                ]
            )
        }
    }
}
