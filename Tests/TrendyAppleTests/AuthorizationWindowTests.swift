import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Synchronization
import Testing
import TrendyApple
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Limited access to samples")
struct AuthorizationWindowTests {
    @Test("Nights after the limit are captured, and the one before it stays")
    func nights() {
        // Regression: nights were lost because samples of the night before were unreadable.
        CapturingPhone.live { phone in
            try await phone.pass(.seconds(9 * 3600))
            phone.health.add(phone.sleep(from: -49, to: -41))
            try await phone.capture([.sleep])

            // At noon of the day on which the night ended.
            phone.allowOnly(from: -36, HKCategoryType(.sleepAnalysis))
            let second = phone.sleep(from: -25, to: -17)
            phone.health.add([second, phone.sleep(from: -33, to: -32)])
            try await phone.capture([.sleep])
            phone.health.add(phone.sleep(from: -1, to: 7))
            try await phone.capture([.sleep], .launch)
            let meanwhile = try await phone.values(.sleep, "asleep")
            let again = try await phone.capture([.sleep], .launch)
            phone.health.delete(uuids: [second.uuid])
            try await phone.capture([.sleep])
            let deleted = try await phone.values(.sleep, "asleep")
            phone.health.setReadAuthorization(.allowed, for: HKCategoryType(.sleepAnalysis))
            try await phone.capture([.sleep])
            let after = try await phone.values(.sleep, "asleep")

            let first = ["2025-12-30/1": "28800", "2026-01-01/1": "28800"]
            #expect(meanwhile == first.merging(["2025-12-31/1": "28800"]) { $1 })
            #expect(again == .init())
            #expect(deleted == first)
            // A nap would have had the session number of the night.
            #expect(after == first.merging(["2025-12-30/2": "3600"]) { $1 })
        }
    }

    @Test("A night across the limit stays as it was captured")
    func nightOfTheLimit() {
        CapturingPhone.live { phone in
            try await phone.pass(.seconds(9 * 3600))
            phone.health.add([phone.sleep(from: -1, to: 2), phone.sleep(from: 2.5, to: 7)])
            try await phone.capture([.sleep])
            let before = try await phone.values(.sleep, "asleep")

            phone.allowOnly(from: 2.25, HKCategoryType(.sleepAnalysis))
            try await phone.capture([.sleep], .launch)

            let after = try await phone.values(.sleep, "asleep")
            #expect(before == ["2026-01-01/1": "27000"] && after == before)
        }
    }

    @Test("A workout after the limit is added, changed and deleted; an earlier one that day stays")
    func workouts() {
        CapturingPhone.live { phone in
            let (morning, reading) = phone.run(at: phone.hour(-20), heartRate: 120)
            phone.health.add([morning, reading])
            try await phone.capture([.workout])
            let before = try await phone.values(.workout, "average_heart_rate")

            phone.allowOnly(from: -12, HKObjectType.workoutType(), HKQuantityType(.heartRate))
            let (run, first) = phone.run(at: phone.hour(-9), heartRate: 140)
            phone.health.add([run, first])
            try await phone.capture([.workout])
            let came = try await phone.values(.workout, "average_heart_rate")
            phone.health.add(phone.run(at: phone.hour(-9), heartRate: 150).reading)
            try await phone.capture([.workout], .launch)
            let changed = try await phone.values(.workout, "average_heart_rate")
            let again = try await phone.capture([.workout], .launch)
            phone.health.delete(uuids: [run.uuid])
            try await phone.capture([.workout])
            let gone = try await phone.values(.workout, "average_heart_rate")

            #expect(before.count == 1 && came.count == 2 && gone == before)
            #expect(came.values.contains("140") && changed.values.contains("145"))
            #expect(again == .init())
        }
    }

    @Test("Entered measurements are not taken for unreadable samples")
    func measurements() {
        CapturingPhone.live { phone in
            phone.allowOnly(from: -12, HKObjectType.workoutType(), HKQuantityType(.heartRate))
            let (run, first) = phone.run(at: phone.hour(-9), heartRate: 140)
            phone.health.add([run, first])
            try await phone.capture([.workout])

            phone.health.add(phone.run(at: phone.hour(-9), heartRate: 150).reading)
            try await phone.capture([.workout], .launch)
            let changed = try await phone.values(.workout, "average_heart_rate")
            phone.health.delete(uuids: [run.uuid])
            try await phone.capture([.workout])
            let gone = try await phone.values(.workout, "average_heart_rate")

            #expect(Array(changed.values) == ["145"] && gone.isEmpty)
        }
    }

    @Test("Samples that belong to another day in another zone are not taken for unreadable ones")
    func otherZone() throws {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        CapturingPhone.live { phone in
            phone.allowOnly(from: -14, HKQuantityType(.stepCount))
            phone.health.add(phone.steps(100, at: phone.hour(-2)))
            try await phone.capture([.steps])
            let before = try await phone.values()

            let coordinator = HealthCaptureCoordinator(
                store: phone.store,
                source: phone.source,
                dependencies: phone.dependencies,
                zones: { ZoneHistory(tokyo) }
            )
            try await coordinator.capture([.steps], trigger: .launch)

            let after = try await phone.values()
            #expect(before == ["2025-12-31": "100"] && after == ["2026-01-01": "100"])
        }
    }

    @Test("A drink after the limit is captured although an earlier one is unreadable")
    func drinks() {
        CapturingPhone.live { phone in
            func drink(_ hour: Double) -> HKQuantitySample {
                phone.health.quantity(
                    .dietaryWater,
                    250,
                    .literUnit(with: .milli),
                    from: phone.hour(hour),
                    to: phone.hour(hour),
                    source: phone.iPhone
                )
            }
            phone.health.add(drink(-15))
            try await phone.capture([.water])
            phone.allowOnly(from: -12, HKQuantityType(.dietaryWater))
            phone.health.add(drink(-9))
            try await phone.capture([.water])

            let amounts = try await phone.values(.water, "milliliters")
            #expect(Array(amounts.values) == ["250", "250"])
        }
    }

    @Test("New samples are captured before older ones that became readable")
    func newestFirst() {
        // Regression: samples were never read because finding the older days took all the time.
        CapturingPhone.live { phone in
            phone.health.add(
                (0..<40).reversed().map { phone.steps(100, at: phone.hour(Double($0) * -24 - 3)) }
            )
            phone.allowOnly(from: -240, HKQuantityType(.stepCount))
            try await phone.capture([.steps])

            phone.health.setReadAuthorization(.allowed, for: HKQuantityType(.stepCount))
            phone.health.add(phone.steps(7, at: phone.hour(-2)))
            // The deadline is read before the pass, before and after the new samples, and before
            // older days.
            try await phone.limitedCapture(after: 3).capture([.steps])
            let hurried = try await phone.values()
            try await phone.capture([.steps])
            let after = try await phone.values()

            #expect(hurried["2025-12-31"] == "107" && hurried.count == 10)
            #expect(after["2025-12-31"] == "107" && after.count == 40)
        }
    }

    @Test("A pass without time to begin does not change the failure state")
    func notBegun() {
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            phone.health.add(phone.steps(100, at: phone.hour(-3)))
            phone.health.setReadAuthorization(.notDetermined, for: type)
            await #expect(throws: HealthSourceError.self) { try await phone.capture([.steps]) }

            phone.health.setReadAuthorization(.allowed, for: type)
            try await phone.limitedCapture(after: 1).capture([.steps])
            let meanwhile = try await phone.store.read { try $0.health.state(category: "steps") }
                .failure
            try await phone.capture([.steps])

            let after = try await phone.store.read { try $0.health.state(category: "steps") }
                .failure
            #expect(meanwhile != nil && after == nil)
        }
    }

    @Test(
        "Data that a short wake could not read while locked is read at the unlock"
    )
    func lockedTypes() {
        CapturingPhone.live { phone in
            phone.health.add(phone.steps(100, at: phone.hour(-3)))
            let looks = Mutex(0)
            let coordinator = phone.limitedCapture {
                looks.withLock {
                    $0 += 1; return $0 == 4
                }
            }
            phone.phone.lock()
            try await phone.pass(.seconds(3600))
            await #expect(throws: HealthSourceError.self) {
                try await coordinator.capture([.steps])
            }
            phone.phone.unlock()
            // The deadline is read before the pass, and after the limit was looked up.
            try await coordinator.capture([.steps])
            let meanwhile = try await phone.values()
            await coordinator.unlocked()

            let after = try await phone.values()
            #expect(meanwhile.isEmpty && after == ["2025-12-31": "100"])
        }
    }
}

extension CapturingPhone {
    /// Sleep between two times, in hours after the simulation's start.
    fileprivate func sleep(from start: Double, to end: Double) -> HKCategorySample {
        health.category(
            .sleepAnalysis,
            HKCategoryValueSleepAnalysis.asleepCore.rawValue,
            from: hour(start),
            to: hour(end),
            source: watch
        )
    }

    /// The person limits access to newer samples.
    fileprivate func allowOnly(from start: Double, _ types: HKObjectType...) {
        for type in types {
            health.setReadAuthorization(.limited(from: hour(start)), for: type)
        }
    }
}
