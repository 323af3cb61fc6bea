import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// A store with years of data.
struct ScaleTests {
    @Test("200,000 samples can be read by anchor and by day")
    func largeStore() async throws {
        let test = TestPhone()
        let store = test.open()
        let beats = HKQuantity(unit: TestPhone.beats, doubleValue: 70)
        let start = ManualTimeline.beginning
        let total = 200_000
        for batch in 0..<(total / 1000) {
            test.health.add(
                (0..<1000).map { index in
                    let offset = TimeInterval(batch * 1000 + index) * 60
                    return test.health.quantity(
                        TestPhone.heartRate,
                        beats,
                        from: start.addingTimeInterval(offset),
                        source: test.watch
                    )
                }
            )
        }

        var anchor: HKQueryAnchor?
        var count = 0
        while true {
            let page = test.page(TestPhone.heartRate, after: anchor, limit: 5000, with: store)
            if page.anchor == anchor { break }
            count += page.samples.count
            anchor = page.anchor
        }
        #expect(count == total)

        var byDay = 0
        for day in 0...(total / 1440) {
            let midnight = start.addingTimeInterval(TimeInterval(day) * 86_400)
            let predicate = HKQuery.predicateForSamples(
                withStart: midnight,
                end: midnight.addingTimeInterval(86_400),
                options: .strictStartDate
            )
            byDay += test.samples(TestPhone.heartRate, predicate, with: store)?.value?.count ?? 0
        }
        #expect(byDay == total)
    }

    @Test("Samples that arrive out of order and are deleted are indexed correctly")
    func anyOrder() {
        let test = TestPhone()
        let store = test.open()
        let random = SeededRandomness(seed: 9)
        var expected: [UUID: Date] = [:]
        for _ in 0..<5000 {
            let offset = TimeInterval(random.next() % 1_000_000)
            let sample = test.makeSteps(1, at: test.now.addingTimeInterval(offset))
            test.health.add(sample)
            expected[sample.uuid] = sample.startDate
        }
        let gone = expected.keys.sorted { $0.uuidString < $1.uuidString }.prefix(2000)
        test.health.delete(uuids: Array(gone))
        for uuid in gone { expected[uuid] = nil }

        let found = test.samples(TestPhone.steps, with: store)?.value ?? []

        #expect(found.map(\.startDate) == found.map(\.startDate).sorted())
        #expect(Set(found.map(\.uuid)) == Set(expected.keys))
        #expect(test.page(TestPhone.steps, with: store).deleted.count == 2000)
    }
}
