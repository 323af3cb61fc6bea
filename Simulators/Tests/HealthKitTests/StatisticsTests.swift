import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Rules 13 and 14, and the merging of sources.
struct StatisticsTests {
    let test = TestPhone()

    private func statistics(
        _ type: HKQuantityType,
        _ options: HKStatisticsOptions,
        with store: HKHealthStore,
        predicate: NSPredicate? = nil
    ) throws -> HKStatistics {
        let found = Recorder<HKStatistics?>()
        store.execute(
            HKStatisticsQuery(
                quantityType: type,
                quantitySamplePredicate: predicate,
                options: options
            ) { _, statistics, _ in found.append(statistics) }
        )
        test.timeline.run(until: test.now)
        return try #require(found.values.first ?? nil)
    }

    private func sum(with store: HKHealthStore) throws -> Double? {
        try statistics(TestPhone.steps, .cumulativeSum, with: store).sumQuantity()?
            .doubleValue(for: .count())
    }

    // Rule 13: the data of all sources is merged.
    @Test("Rule 13: overlapping samples of Watch and phone count once")
    func merging() throws {
        let store = test.open()
        test.health.add(test.makeSteps(100, lasting: 600))
        test.health.add(test.makeSteps(90, lasting: 600, source: test.iPhone))
        #expect(try sum(with: store) == 100)

        // The phone alone for another ten minutes, five of which overlap with the Watch.
        let start = test.now.addingTimeInterval(3600)
        test.health.add(test.makeSteps(50, at: start, lasting: 300))
        test.health.add(test.makeSteps(80, at: start, lasting: 600, source: test.iPhone))
        #expect(try sum(with: store) == 100 + 50 + 40)
    }

    // Apple support HT204351: manual entries first, then devices, then apps, newest first.
    @Test("Rule 13: manual entries have priority, then devices, then apps, newest first")
    func priority() throws {
        let store = test.open()
        let older = SimulatedSource.app("Older", bundleIdentifier: "com.a")
        let newer = SimulatedSource.app("Newer", bundleIdentifier: "com.b")
        test.health.add(test.makeSteps(1, source: older))
        test.health.add(test.makeSteps(2, source: newer))
        #expect(try sum(with: store) == 2)

        test.health.add(test.makeSteps(4, source: test.iPhone))
        #expect(try sum(with: store) == 4)
        test.health.add(test.makeSteps(8))
        #expect(try sum(with: store) == 8)
        test.health.add(
            test.makeSteps(16, source: older, metadata: [HKMetadataKeyWasUserEntered: true])
        )
        #expect(try sum(with: store) == 16)
    }

    // The person can reorder the sources of each type.
    @Test("Rule 13: the person's source priority applies")
    func chosenOrder() throws {
        let store = test.open()
        test.health.add([test.makeSteps(8), test.makeSteps(4, source: test.iPhone)])

        test.health.setSourceOrder([test.iPhone], for: TestPhone.steps)

        #expect(try sum(with: store) == 4)
    }

    // Samples of one source are a union: all count.
    @Test("Rule 13: overlapping samples of one source all count")
    func sameSource() throws {
        let store = test.open()
        test.health.add([test.makeSteps(10), test.makeSteps(20)])

        #expect(try sum(with: store) == 30)
    }

    // Rule 13: separateBySource gives each source.
    @Test("Rule 13: separation by source adds a sum per source")
    func separate() throws {
        let store = test.open()
        test.health.add([test.makeSteps(8), test.makeSteps(4, source: test.iPhone)])

        let found = try statistics(
            TestPhone.steps,
            [.cumulativeSum, .separateBySource],
            with: store
        )

        #expect(found.sumQuantity()?.doubleValue(for: .count()) == 8)
        #expect(found.sumQuantity(for: test.iPhone.source)?.doubleValue(for: .count()) == 4)
        #expect(found.sumQuantity(for: test.watch.source)?.doubleValue(for: .count()) == 8)
        #expect(found.sources?.count == 2)
    }

    // Rule 13: discrete quantities.
    @Test("Rule 13: discrete quantities have average, minimum, maximum and most recent value")
    func discrete() throws {
        let store = test.open()
        for (index, value) in [60.0, 80, 130].enumerated() {
            let date = test.now.addingTimeInterval(Double(index) * 60)
            test.health.add(
                test.health.quantity(
                    .heartRate,
                    value,
                    TestPhone.beats,
                    from: date,
                    source: test.watch
                )
            )
        }

        let found = try statistics(
            TestPhone.heartRate,
            [.discreteAverage, .discreteMin, .discreteMax, .mostRecent],
            with: store
        )

        #expect(found.averageQuantity()?.doubleValue(for: TestPhone.beats) == 90)
        #expect(found.minimumQuantity()?.doubleValue(for: TestPhone.beats) == 60)
        #expect(found.maximumQuantity()?.doubleValue(for: TestPhone.beats) == 130)
        #expect(found.mostRecentQuantity()?.doubleValue(for: TestPhone.beats) == 130)
        #expect(found.sumQuantity() == nil)
    }

    // Rule 13: the measured time; option 64.
    @Test("Rule 13: the duration counts the time of several sources once")
    func duration() throws {
        let store = test.open()
        test.health.add([test.makeSteps(8), test.makeSteps(4, lasting: 90, source: test.iPhone)])

        let found = try statistics(TestPhone.steps, .duration, with: store)

        #expect(found.duration()?.doubleValue(for: .second()) == 90)
    }

    // Rule 13: HKErrorNoData(11) without matches.
    @Test("Rule 13: statistics without samples return an error, or nil if configured")
    func noData() async throws {
        let store = test.open()
        // A descriptor is not sendable, so each task makes its own.
        @Sendable func descriptor() -> HKStatisticsQueryDescriptor {
            HKStatisticsQueryDescriptor(
                predicate: .quantitySample(type: TestPhone.steps),
                options: .cumulativeSum
            )
        }
        let error = await #expect(throws: HKError.self) {
            try await test.wait { try await descriptor().result(for: store) }
        }
        #expect(code(error) == .errorNoData)

        test.health.behavior.emptyStatisticsThrow = false
        let nothing = try await test.wait { try await descriptor().result(for: store) }
        #expect(nothing == nil)
    }

    // Rule 13: a programmer error, as with Apple's.
    @Test("Rule 13: an average of a cumulative quantity is a programmer error")
    func wrongOptions() async {
        await #expect(processExitsWith: .failure) {
            _ = HKStatisticsQuery(
                quantityType: HKQuantityType(.stepCount),
                quantitySamplePredicate: nil,
                options: .discreteAverage
            ) { _, _, _ in }
        }
    }

    // Rule 13: anchorDate + intervalComponents, calendar aware; 23 and 25 hours.
    @Test("Rule 13: days have 23 or 25 hours at clock changes")
    func daylightSaving() async throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        test.phone.timeZone = zone
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let midnight = try #require(
            calendar.date(from: DateComponents(year: 2026, month: 3, day: 28))
        )
        let store = test.open()
        for hour in 0..<96 {
            let start = midnight.addingTimeInterval(Double(hour) * 3600)
            test.health.add(test.makeSteps(1, at: start, lasting: 3600))
        }

        let collection = try await days(from: midnight, with: store)
        let sums = collection.statistics().map {
            (
                $0.endDate.timeIntervalSince($0.startDate) / 3600,
                $0.sumQuantity()?.doubleValue(for: .count())
            )
        }

        #expect(sums.map(\.0) == [24, 23, 24, 24, 24])
        #expect(sums.compactMap(\.1) == [24, 23, 24, 24, 1])
    }

    // The merge does not depend on days; samples across midnight are divided by time.
    @Test(
        "Rule 13: a sample across midnight is divided between days, and empty days are enumerated"
    )
    func midnight() async throws {
        let store = test.open()
        let start = ManualTimeline.beginning
        test.health.add(
            test.makeSteps(300, at: start.addingTimeInterval(86_400 - 600), lasting: 1800)
        )

        let collection = try await days(from: start, with: store)
        let all = Recorder<Double?>()
        collection.enumerateStatistics(from: start, to: start.addingTimeInterval(3 * 86_400)) {
            statistics,
            _ in
            all.append(statistics.sumQuantity()?.doubleValue(for: .count()))
        }

        #expect(all.values == [100, 200, nil, nil])
        #expect(collection.statistics(for: start.addingTimeInterval(2 * 86_400)) == nil)
        #expect(collection.statistics(for: start)?.startDate == start)
    }

    // statisticsUpdateHandler, and results(for:) with updatedStatistics.
    @Test("Rule 13: a collection query reports the changed days")
    func updates() {
        let store = test.open()
        test.health.add(test.makeSteps(1, at: test.now))
        let changed = Recorder<Date?>()
        let query = HKStatisticsCollectionQuery(
            quantityType: TestPhone.steps,
            quantitySamplePredicate: nil,
            options: .cumulativeSum,
            anchorDate: ManualTimeline.beginning,
            intervalComponents: DateComponents(day: 1)
        )
        query.statisticsUpdateHandler = { _, statistics, _, _ in
            changed.append(statistics?.startDate)
        }
        store.execute(query)
        test.settle()

        let late = ManualTimeline.beginning.addingTimeInterval(-86_400)
        test.health.add(test.makeSteps(1, at: late))
        test.settle()

        #expect(changed.values == [late])
    }

    // Rule 14: only some samples carry a time zone.
    @Test("Rule 14: a sample carries a time zone only if its source wrote one")
    func timeZones() {
        let store = test.open()
        test.health.add([
            test.makeSteps(),
            test.makeSteps(metadata: [HKMetadataKeyTimeZone: "Asia/Tokyo"]),
        ])

        let zones = test.page(TestPhone.steps, with: store).samples
            .map { $0.metadata?[HKMetadataKeyTimeZone] as? String }

        #expect(HKMetadataKeyTimeZone == "HKTimeZone")
        #expect(zones == [nil, "Asia/Tokyo"])
    }

    private func days(
        from anchor: Date,
        with store: HKHealthStore
    ) async throws -> HKStatisticsCollection {
        try await test.wait {
            try await HKStatisticsCollectionQueryDescriptor(
                predicate: .quantitySample(type: TestPhone.steps),
                options: .cumulativeSum,
                anchorDate: anchor,
                intervalComponents: DateComponents(day: 1)
            ).result(for: store)
        }
    }
}
