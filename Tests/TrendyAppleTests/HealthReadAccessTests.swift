import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing
import TrendyApple
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Read access to HealthKit samples")
struct HealthReadAccessTests {
    @Test("Days stay when read access is revoked, and capture resumes when it is granted again")
    func revoked() {
        // Regression: days were deleted because HealthKit returned no samples.
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            phone.health.add([
                phone.steps(100, at: phone.hour(-50)), phone.steps(50, at: phone.hour(-2)),
            ])
            try await phone.capture([.steps])
            let before = try await phone.values()

            phone.health.setReadAuthorization(.denied, for: type)
            await #expect(throws: HealthSourceError.self) {
                try await phone.capture([.steps], .periodic)
            }
            let meanwhile = try await phone.values()
            let state = try await phone.store.read { try $0.health.state(category: "steps") }
            phone.health.add(phone.steps(7, at: phone.hour(-1)))
            phone.health.setReadAuthorization(.allowed, for: type)
            try await phone.capture([.steps], .launch)

            #expect(before.count == 2 && meanwhile == before)
            #expect(state.failure == .healthData(.readAccessRevoked, details: nil))
            let after = try await phone.values()
            #expect(after["2025-12-31"] == "57" && after.count == 2)
            let recovered = try await phone.store.read { try $0.health.state(category: "steps") }
                .failure
            #expect(recovered == nil)
        }
    }

    @Test("With limited access, older days stay unchanged and newer ones are captured")
    func limited() {
        // Regression: days were deleted because HealthKit returned only the newer samples.
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            phone.health.add(
                (0..<60).map { phone.steps(100, at: phone.hour(Double($0) * -24 - 3)) }
            )
            // On the morning of the day on which the limit lies.
            phone.health.add(phone.steps(5, at: phone.hour(-30 * 24 - 15)))
            try await phone.capture([.steps])
            let before = try await phone.values()

            phone.health.setReadAuthorization(.limited(from: phone.hour(-30 * 24 - 12)), for: type)
            phone.health.add([
                phone.steps(7, at: phone.hour(-2)), phone.steps(9, at: phone.hour(-50 * 24 - 1)),
            ])
            try await phone.capture([.steps], .launch)
            for _ in 0..<4 { try await phone.capture([.steps], .periodic) }
            let meanwhile = try await phone.values()
            let report = try await HealthReport(
                of: phone.store,
                at: phone.dependencies.wallClock.now()
            )
            phone.health.setReadAuthorization(.allowed, for: type)
            try await phone.capture([.steps])
            let after = try await phone.values()
            let again = try await phone.capture([.steps], .launch)

            #expect(before.count == 60 && before["2025-12-01"] == "105")
            #expect(meanwhile == before.merging(["2025-12-31": "107"]) { $1 })
            let line = report.lines.first { $0.category == "steps" }
            let limit = Instant(phone.hour(-30 * 24 - 12)).rfc3339
            #expect(line?.readableFrom == limit && line?.failure == nil)
            #expect(
                after == before.merging(["2025-12-31": "107", "2025-11-11": "109"]) { $1 }
            )
            #expect(again == .init())
            let state = try await phone.store.read { try $0.health.state(category: "steps") }
            #expect(state.readableFrom == nil)
        }
    }

    @Test("Granting access to older samples later captures them")
    func limitedAtFirst() {
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            phone.health.setReadAuthorization(.limited(from: phone.hour(-24 * 10)), for: type)
            phone.health.add(
                (0..<40).map { phone.steps(100, at: phone.hour(Double($0) * -24 - 3)) }
            )
            try await phone.capture([.steps])
            let first = try await phone.values()

            phone.health.setReadAuthorization(.limited(from: phone.hour(-24 * 20)), for: type)
            try await phone.capture([.steps])
            let second = try await phone.values()
            phone.health.setReadAuthorization(.allowed, for: type)
            try await phone.capture([.steps])
            let third = try await phone.values()

            #expect(first.count == 10 && second.count == 20 && third.count == 40)
        }
    }

    @Test("The first readable day is captured as long as none of its samples is unreadable")
    func limitedToday() {
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            phone.health.setReadAuthorization(.limited(from: phone.hour(-8)), for: type)
            let first = phone.steps(10, at: phone.hour(-6))
            phone.health.add(first)
            try await phone.capture([.steps])
            phone.health.add(phone.steps(20, at: phone.hour(-4)))
            try await phone.capture([.steps])
            let grown = try await phone.values()
            phone.health.delete(uuids: [first.uuid])
            try await phone.capture([.steps])
            let shrunk = try await phone.values()

            #expect(grown == ["2025-12-31": "30"])
            #expect(shrunk == ["2025-12-31": "20"])
        }
    }

    @Test("A workout keeps its heart rate when only newer readings are readable")
    func workoutLimited() {
        CapturingPhone.live { phone in
            let (workout, reading) = phone.run(at: phone.hour(-50), heartRate: 120)
            let (newer, other) = phone.run(at: phone.hour(-5), heartRate: 140)
            phone.health.add([workout, reading, newer, other])
            try await phone.capture([.workout])
            let before = try await phone.values(.workout, "average_heart_rate")

            phone.health.setReadAuthorization(
                .limited(from: phone.hour(-24)),
                for: HKQuantityType(.heartRate)
            )
            try await phone.capture([.workout], .launch)

            let after = try await phone.values(.workout, "average_heart_rate")
            #expect(before.count == 2 && after == before)
        }
    }

    @Test("Revoking access to one type of a category removes nothing from its days")
    func oneTypeRevoked() {
        CapturingPhone.live { phone in
            let perMinute = HKUnit.count().unitDivided(by: .minute())
            func reading(_ type: HKQuantityTypeIdentifier, _ value: Double) -> HKQuantitySample {
                phone.health.quantity(
                    type,
                    value,
                    perMinute,
                    from: phone.hour(-2),
                    to: phone.hour(-2),
                    source: phone.watch
                )
            }
            phone.health.add([reading(.heartRate, 80), reading(.restingHeartRate, 52)])
            try await phone.capture([.heartRate])
            let before = try await phone.values(.heartRate, "average")

            phone.health.setReadAuthorization(.denied, for: HKQuantityType(.heartRate))
            await #expect(throws: HealthSourceError.self) {
                try await phone.capture([.heartRate], .launch)
            }

            let after = try await phone.values(.heartRate, "average")
            #expect(before.count == 1 && after == before)
        }
    }

    @Test("A workout keeps its heart rate when access to readings is revoked")
    func workoutRevoked() {
        CapturingPhone.live { phone in
            let (workout, reading) = phone.run(at: phone.hour(-5), heartRate: 120)
            phone.health.add([workout, reading])
            try await phone.capture([.workout])
            let before = try await phone.values(.workout, "average_heart_rate")

            phone.health.setReadAuthorization(.denied, for: HKQuantityType(.heartRate))
            await #expect(throws: HealthSourceError.self) {
                try await phone.capture([.workout], .launch)
            }

            let after = try await phone.values(.workout, "average_heart_rate")
            #expect(Array(before.values) == ["120"] && after == before)
        }
    }

    @Test("A deleted workout removes no heart rate from another workout of its day")
    func workoutRevokedAndDeleted() {
        // Regression: the deletion of one sample was taken for that of all readings of the day.
        CapturingPhone.live { phone in
            let (first, reading) = phone.run(at: phone.hour(-5), heartRate: 120)
            let (second, other) = phone.run(at: phone.hour(-3), heartRate: 140)
            phone.health.add([first, reading, second, other])
            try await phone.capture([.workout])

            phone.health.setReadAuthorization(.denied, for: HKQuantityType(.heartRate))
            phone.health.delete(uuids: [first.uuid])
            await #expect(throws: HealthSourceError.self) {
                try await phone.capture([.workout], .launch)
            }
            let meanwhile = try await phone.values(.workout, "average_heart_rate")
            phone.health.setReadAuthorization(.allowed, for: HKQuantityType(.heartRate))
            try await phone.capture([.workout], .launch)

            let after = try await phone.values(.workout, "average_heart_rate")
            #expect(meanwhile.values.contains("140"))
            #expect(Array(after.values) == ["140"])
        }
    }
}
