import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Rules 10, 11 and 17.
struct IdentityTests {
    let test = TestPhone()

    private func sync(_ identifier: String, _ version: Int) -> [String: Any] {
        [HKMetadataKeySyncIdentifier: identifier, HKMetadataKeySyncVersion: version]
    }

    // Rule 10: visible as deleted and added, with a new identifier.
    @Test("Rule 10: a newer version replaces the old one under a new identifier")
    func replacement() throws {
        let store = test.open()
        let old = test.makeSteps(100, metadata: sync("day-1", 1))
        test.health.add(old)
        let anchor = try #require(test.page(TestPhone.steps, with: store).anchor)

        let new = test.makeSteps(120, metadata: sync("day-1", 2))
        test.health.add(new)

        let page = test.page(TestPhone.steps, after: anchor, with: store)
        #expect(page.uuids == [new.uuid])
        #expect(page.deleted.map(\.uuid) == [old.uuid])
        #expect(page.deleted.first?.metadata?[HKMetadataKeySyncIdentifier] as? String == "day-1")
        #expect(new.uuid != old.uuid)
    }

    // Rule 10: an equal or lower version is ignored.
    @Test("Rule 10: an equal or older version is skipped", arguments: [1, 2])
    func notNewer(version: Int) {
        let store = test.open()
        let kept = test.makeSteps(100, metadata: sync("day-1", 2))
        test.health.add(kept)
        test.health.add(test.makeSteps(120, metadata: sync("day-1", version)))

        #expect(test.page(TestPhone.steps, with: store).uuids == [kept.uuid])
    }

    // Rule 10: from the same source.
    @Test("Rule 10: the same identifier from another source is independent")
    func otherSource() {
        let store = test.open()
        test.health.add(test.makeSteps(metadata: sync("day-1", 1)))
        test.health.add(test.makeSteps(source: test.iPhone, metadata: sync("day-1", 2)))

        #expect(test.page(TestPhone.steps, with: store).samples.count == 2)
    }

    // Rule 10: the key requires both.
    @Test("Rule 10: a sync identifier without a version cannot be saved")
    func bothKeys() async throws {
        let store = test.open()
        let sample = test.makeOwnWater(metadata: [HKMetadataKeySyncIdentifier: "a"])

        let error = await #expect(throws: HKError.self) {
            try await test.wait { try await store.save(sample) }
        }
        #expect(code(error) == .errorInvalidArgument)
    }

    // Rule 10: also within workouts.
    @Test("Rule 10: a replacement takes the place of the old sample in its workout")
    func insideWorkout() {
        let store = test.open()
        let workout = test.health.workout(
            .running,
            from: test.now,
            to: test.now.addingTimeInterval(1800),
            source: test.watch
        )
        let old = test.makeSteps(metadata: sync("w", 1))
        test.health.add(workout)
        test.health.add(old, to: workout)

        let new = test.health.replace(old, with: test.makeSteps(99))

        let found = test.samples(
            TestPhone.steps,
            HKQuery.predicateForObjects(from: workout),
            with: store
        )
        #expect(found?.value?.map(\.uuid) == [new.uuid])
        #expect(test.health.samples(of: workout) == [new.uuid])
    }

    // Rule 11: kept when Watch and phone sync.
    @Test(
        "Rule 11: a sample keeps its identifier on the person's other phone"
    )
    func syncBetweenPhones() {
        let other = TestPhone(timeline: test.timeline, seed: 2)
        let (store, otherStore) = (test.open(), other.open())
        let sample = test.makeSteps()
        test.health.add(sample)
        test.health.copy([sample], to: other.phone, after: .seconds(600))
        test.settle()
        #expect(other.page(TestPhone.steps, with: otherStore).samples.isEmpty)

        test.timeline.advance(by: .seconds(600))
        test.health.copy([sample], to: other.phone)
        test.settle()

        #expect(test.page(TestPhone.steps, with: store).uuids == [sample.uuid])
        #expect(other.page(TestPhone.steps, with: otherStore).uuids == [sample.uuid])
    }

    // Rule 11: condensed workouts.
    @Test("Rule 11: condensing replaces a workout's samples by a series and keeps statistics")
    func condense() throws {
        let store = test.open()
        let (workout, originals) = addRun()
        let anchor = try #require(test.page(TestPhone.steps, with: store).anchor)
        let before = try sum(of: TestPhone.steps, with: store)

        test.health.condense(workout: workout)

        let page = test.page(TestPhone.steps, after: anchor, with: store)
        #expect(Set(page.deleted.map(\.uuid)) == Set(originals.map(\.uuid)))
        let series = try #require(page.samples.first as? HKCumulativeQuantitySample)
        #expect(page.samples.count == 1)
        #expect(series.count == 30)
        #expect(series.sumQuantity.doubleValue(for: .count()) == 300)
        #expect(try sum(of: TestPhone.steps, with: store) == before)
        #expect(test.health.samples(of: workout) == [series.uuid])

        test.health.condense(workout: workout)
        let again = test.page(TestPhone.steps, after: page.anchor, with: store)
        #expect(again.deleted.map(\.uuid) == [series.uuid])
        #expect(again.samples.count == 1)
    }

    // Rule 11: the details are only available in series queries.
    @Test("Rule 11: the individual quantities of a series can still be queried")
    func seriesQuery() async throws {
        let store = test.open()
        let (workout, originals) = addRun()
        test.health.condense(workout: workout)

        let found = try await test.wait {
            var found: [HKQuantitySeriesSampleQueryDescriptor.Result] = []
            let descriptor = HKQuantitySeriesSampleQueryDescriptor(
                predicate: .quantitySample(type: TestPhone.steps),
                options: [.includeSample, .orderByQuantitySampleStartDate]
            )
            for try await item in descriptor.results(for: store) { found.append(item) }
            return found
        }

        #expect(found.map(\.dateInterval.start) == originals.map(\.startDate))
        #expect(found.allSatisfy { $0.quantity.doubleValue(for: .count()) == 10 })
        #expect(found.allSatisfy { $0.sample?.count == 30 })
    }

    // Rule 8 and 11: a restored phone.
    @Test("Rule 11: a restored store has the same samples under new identifiers")
    func restore() {
        let (workout, _) = addRun()
        let old = test.health.allSamples()
        let new = TestPhone(timeline: test.timeline, seed: 3)

        new.health.restore(from: test.phone)

        let restored = new.health.allSamples()
        #expect(restored.count == old.count)
        #expect(Set(restored.map(\.uuid)).isDisjoint(with: old.map(\.uuid)))
        #expect(restored.map(\.startDate) == old.map(\.startDate))
        let restoredWorkout = restored.compactMap { $0 as? HKWorkout }.first
        #expect(
            restoredWorkout.map { new.health.samples(of: $0).count }
                == test.health.samples(of: workout).count
        )
    }

    // Rule 17: the source's fields; renaming a device changes only its name.
    @Test(
        "Rule 17: a sample has its source, product and device; a renamed device is the same source"
    )
    func sources() throws {
        let store = test.open()
        test.health.add(test.makeSteps())
        test.health.add(test.makeSteps(source: .watch("Renamed")))

        let samples = test.page(TestPhone.steps, with: store).samples
        let first = try #require(samples.first)

        #expect(first.sourceRevision.productType == "Watch7,1")
        #expect(first.sourceRevision.source.bundleIdentifier == "com.apple.health.WATCH")
        #expect(first.device?.manufacturer == "Apple Inc.")
        #expect(samples.map(\.sourceRevision.source.name) == ["Apple Watch", "Renamed"])
        #expect(samples.first?.sourceRevision.source == samples.last?.sourceRevision.source)
    }

    /// Adds a run of half an hour with steps each minute.
    private func addRun() -> (HKWorkout, [HKQuantitySample]) {
        let workout = test.health.workout(
            .running,
            from: test.now,
            to: test.now.addingTimeInterval(1800),
            source: test.watch
        )
        let samples = (0..<30).map { minute in
            test.makeSteps(10, at: test.now.addingTimeInterval(Double(minute) * 60))
        }
        test.health.add(workout)
        test.health.add(samples, to: workout)
        return (workout, samples)
    }

    private func sum(of type: HKQuantityType, with store: HKHealthStore) throws -> Double? {
        let found = Recorder<Double?>()
        store.execute(
            HKStatisticsQuery(
                quantityType: type,
                quantitySamplePredicate: nil,
                options: .cumulativeSum
            ) { _, statistics, _ in
                found.append(statistics?.sumQuantity()?.doubleValue(for: .count()))
            }
        )
        test.timeline.run(until: test.now)
        return try #require(found.values.first)
    }
}
