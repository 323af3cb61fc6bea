import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Predicates, sorting, descriptors and sequences.
struct QueryTests {
    let test = TestPhone()

    // HKQueryOptions: without options any overlap matches.
    @Test("A window matches overlapping samples; strict ends must be inside")
    func windows() {
        let store = test.open()
        let (start, end) = (test.now, test.now.addingTimeInterval(3600))
        let into = test.makeSteps(1, at: start.addingTimeInterval(-30))
        let inside = test.makeSteps(2, at: start.addingTimeInterval(60))
        let out = test.makeSteps(3, at: end.addingTimeInterval(-30))
        let after = test.makeSteps(4, at: end)
        test.health.add([after, out, inside, into])

        func found(_ options: HKQueryOptions) -> [UUID]? {
            let predicate = HKQuery.predicateForSamples(
                withStart: start,
                end: end,
                options: options
            )
            return test.samples(TestPhone.steps, predicate, with: store)?.value?.map(\.uuid)
        }

        #expect(found([]) == [into, inside, out].map(\.uuid))
        #expect(found(.strictStartDate) == [inside, out].map(\.uuid))
        #expect(found(.strictEndDate) == [into, inside].map(\.uuid))
        #expect(found([.strictStartDate, .strictEndDate]) == [inside.uuid])
    }

    @Test("Predicates can be combined and can be custom")
    func compound() {
        let store = test.open()
        let (first, second) = (test.makeSteps(1), test.makeSteps(2, source: test.iPhone))
        test.health.add([first, second, test.makeSteps(3)])
        let sources = HKQuery.predicateForObjects(from: [test.watch.source])
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [
            sources,
            HKQuery.predicateForObjects(with: [first.uuid, second.uuid]),
        ])
        let own = NSPredicate { object, _ in
            ((object as? HKQuantitySample)?.quantity.doubleValue(for: .count()) ?? 0) > 1
        }

        #expect(
            test.samples(TestPhone.steps, both, with: store)?.value?.map(\.uuid) == [first.uuid]
        )
        #expect(test.samples(TestPhone.steps, own, with: store)?.value?.count == 2)
        let not = NSCompoundPredicate(notPredicateWithSubpredicate: sources)
        #expect(
            test.samples(TestPhone.steps, not, with: store)?.value?.map(\.uuid) == [second.uuid]
        )
    }

    @Test("A sample descriptor sorts and limits")
    func sampleDescriptor() async throws {
        let store = test.open()
        let samples = (0..<5).map {
            test.makeSteps(Double($0), at: test.now.addingTimeInterval(Double($0) * 60))
        }
        test.health.add(samples)

        let found = try await test.wait {
            try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: TestPhone.steps)],
                sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)],
                limit: 2
            ).result(for: store)
        }

        #expect(found.map(\.uuid) == [samples[4].uuid, samples[3].uuid])
    }

    @Test("An anchored descriptor pages through changes")
    func anchoredDescriptor() async throws {
        let store = test.open()
        let samples = (0..<5).map { test.makeSteps(Double($0)) }
        test.health.add(samples)

        let found = try await test.wait {
            var anchor: HKQueryAnchor?
            var found: [HKQuantitySample] = []
            while true {
                let page = try await HKAnchoredObjectQueryDescriptor(
                    predicates: [.quantitySample(type: TestPhone.steps)],
                    anchor: anchor,
                    limit: 2
                ).result(for: store)
                if page.newAnchor == anchor { return found }
                found += page.addedSamples
                anchor = page.newAnchor
            }
        }

        #expect(found.map(\.uuid) == samples.map(\.uuid))
    }

    @Test("The sequence of an anchored descriptor continues until the process ends")
    func sequence() async throws {
        test.health.behavior.observerDelay = .zero
        let store = test.open()
        test.health.add(test.makeSteps())
        let sizes = Recorder<Int>()

        await #expect(throws: CancellationError.self) {
            try await test.wait { [test] in
                let descriptor = HKAnchoredObjectQueryDescriptor(
                    predicates: [.quantitySample(type: TestPhone.steps)],
                    anchor: nil
                )
                for try await batch in descriptor.results(for: store) {
                    sizes.append(batch.addedSamples.count)
                    if sizes.count < 3 {
                        test.health.add([test.makeSteps(), test.makeSteps()])
                    } else {
                        test.phone.terminate()
                    }
                }
            }
        }

        #expect(sizes.values == [1, 2, 2])
    }

    @Test("A cancelled wait ends at once")
    func cancellation() async throws {
        let store = test.open()
        test.phone.suspend()
        let task = Task {
            try await test.phone.run {
                try await HKAnchoredObjectQueryDescriptor(
                    predicates: [.quantitySample(type: TestPhone.steps)],
                    anchor: nil
                ).result(for: store).addedSamples
            }
        }
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
