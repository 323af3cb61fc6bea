import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// The rings of each day.
struct ActivitySummaryTests {
    let test = TestPhone()
    var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = test.phone.timeZone
        return calendar
    }

    private func open() -> HKHealthStore {
        let store = test.open()
        test.health.setReadAuthorization(.allowed, for: HKObjectType.activitySummaryType())
        return store
    }

    private func add(_ kilocalories: Double, at date: Date, source: SimulatedSource? = nil) {
        test.health.add(
            test.health.quantity(
                .activeEnergyBurned,
                kilocalories,
                .kilocalorie(),
                from: date,
                to: date.addingTimeInterval(60),
                source: source ?? test.watch
            )
        )
    }

    private func summaries(
        _ predicate: NSPredicate? = nil,
        with store: HKHealthStore
    ) async throws -> [HKActivitySummary] {
        let descriptor = HKActivitySummaryQueryDescriptor(predicate: predicate)
        return try await test.wait { try await descriptor.result(for: store) }
    }

    private func components(of date: Date) -> DateComponents {
        var components = calendar.dateComponents([.era, .year, .month, .day], from: date)
        components.calendar = calendar
        return components
    }

    @Test("Summaries are computed from the samples of each local day")
    func computed() async throws {
        let zone = try #require(TimeZone(identifier: "Pacific/Auckland"))
        test.phone.timeZone = zone
        let store = open()
        let midnight = calendar.startOfDay(for: test.now)
        add(100, at: midnight.addingTimeInterval(-60))
        add(50, at: midnight)
        add(30, at: midnight, source: test.iPhone)
        for hour in [8, 8, 9] {
            let start = midnight.addingTimeInterval(Double(hour) * 3600)
            test.health.add(
                test.health.category(
                    .appleStandHour,
                    HKCategoryValueAppleStandHour.stood.rawValue,
                    from: start,
                    to: start.addingTimeInterval(3600),
                    source: test.watch
                )
            )
        }

        let found = try await summaries(with: store)

        #expect(
            found.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) } == [100, 50]
        )
        #expect(found.last?.appleStandHours.doubleValue(for: .count()) == 2)
        #expect(found.last?.standHoursGoal?.doubleValue(for: .count()) == 12)
        #expect(found.last?.activityMoveMode == .activeEnergy)
        let day = found.last?.dateComponents(for: calendar)
        #expect(day == calendar.dateComponents([.era, .year, .month, .day], from: midnight))
    }

    @Test("Summaries are found by day")
    func predicates() async throws {
        let store = open()
        let day: TimeInterval = 86_400
        for index in 0..<4 { add(Double(index) + 1, at: test.now + Double(index) * day) }
        let between = HKQuery.predicate(
            forActivitySummariesBetweenStart: components(of: test.now + day),
            end: components(of: test.now + 2 * day)
        )

        let two = try await summaries(between, with: store)
        let one = try await summaries(
            HKQuery.predicateForActivitySummary(with: components(of: test.now)),
            with: store
        )

        #expect(two.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) } == [2, 3])
        #expect(one.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) } == [1])
    }

    @Test("A summary can be set; changes of a result do not reach the store")
    func set() async throws {
        let store = open()
        add(10, at: test.now)
        let summary = HKActivitySummary()
        summary.activityMoveMode = .appleMoveTime
        summary.appleMoveTime = HKQuantity(unit: .minute(), doubleValue: 25)
        summary.isPaused = true
        test.health.setActivitySummary(summary, on: test.now)

        let first = try await summaries(with: store)
        first.first?.isPaused = false
        let second = try await summaries(with: store)

        #expect(second.count == 1)
        #expect(second.first?.isPaused == true)
        #expect(second.first?.appleMoveTime.doubleValue(for: .minute()) == 25)

        test.health.setActivitySummary(nil, on: test.now)
        let third = try await summaries(with: store)
        #expect(third.first?.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 10)
    }

    @Test("A long-running query delivers the changed summaries only")
    func updates() async throws {
        let store = open()
        add(10, at: test.now)
        add(10, at: test.now - 86_400)
        let (found, updates) = (Recorder<Int>(), Recorder<[Double]>())
        let query = HKActivitySummaryQuery(predicate: nil) { _, summaries, _ in
            found.append(summaries?.count ?? -1)
        }
        query.updateHandler = { _, summaries, _ in
            updates.append(
                (summaries ?? []).map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) }
            )
        }
        store.execute(query)
        test.settle()

        add(5, at: test.now.addingTimeInterval(120))
        test.settle()
        test.health.setActivityGoals(exerciseMinutes: 45)
        test.settle()

        #expect(found.values == [2])
        #expect(updates.values == [[15], [10, 15]])
    }

    @Test("Summaries have an authorization of their own")
    func authorization() async throws {
        let store = test.open()
        add(10, at: test.now)

        let error = await #expect(throws: HKError.self) { try await summaries(with: store) }
        #expect(error?.code == .errorAuthorizationNotDetermined)

        try await test.wait {
            try await store.requestAuthorization(
                toShare: [],
                read: [HKObjectType.activitySummaryType()]
            )
        }
        #expect(try await summaries(with: store).count == 1)
    }
}
