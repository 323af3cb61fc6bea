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

@testable import TrendyKit

@Suite("Capture from HealthKit")
struct HealthKitCaptureTests {
    @Test("The first import covers all days, and a second one writes nothing")
    func firstImport() {
        CapturingPhone.live { phone in
            for day in 0..<40 {
                phone.health.add(
                    phone.steps(Double(100 + day), at: phone.hour(Double(day) * -24 - 3))
                )
            }

            let first = try await phone.capture([.steps])
            let second = try await phone.capture([.steps], .launch)

            #expect(first.created == 40)
            #expect(second == .init())
            let days = try await phone.values()
            #expect(days["2025-12-31"] == "100")
            #expect(days["2025-11-22"] == "139")
            let found1 = try await phone.store.read { try $0.health.state(category: "steps") }
                .backfill.isEmpty
            #expect(found1)
        }
    }

    @Test("Late, deleted and replaced samples change their day, whatever its age")
    func lateAndDeleted() {
        CapturingPhone.live { phone in
            let old = phone.steps(100, at: phone.hour(-24 * 60))
            phone.health.add([old, phone.steps(50, at: phone.hour(-2))])
            try await phone.capture([.steps])

            phone.health.add(phone.steps(7, at: phone.hour(-24 * 60 + 2)))
            let late = try await phone.capture([.steps])
            #expect(late.updated == 1)
            let found2 = try await phone.values()["2025-11-02"]
            #expect(found2 == "107")

            phone.health.delete(uuids: [old.uuid])
            let deleted = try await phone.capture([.steps])
            #expect(deleted.updated == 1)
            let found3 = try await phone.values()["2025-11-02"]
            #expect(found3 == "7")
        }
    }

    @Test("A glass that a manual entry replaced returns when the entry is deleted or changed")
    func manualEntryGone() {
        CapturingPhone.live { phone in
            let record = RecordHealthEvent(store: phone.store, dependencies: phone.dependencies) {
                ZoneHistory(.gmt)
            }
            var entries: [EntityID] = []
            for hours in [-2.0, -3] {
                let start = phone.hour(hours)
                phone.health.add(
                    phone.health.quantity(
                        .dietaryWater,
                        250,
                        .literUnit(with: .milli),
                        from: start,
                        to: start,
                        source: phone.watch
                    )
                )
                entries.append(
                    try await record(.water(milliliters: 250, at: Instant(start))).eventID
                )
            }
            let suppressed = try await phone.capture([.water])

            let (gone, changed) = (entries[0], entries[1])
            try await phone.store.write {
                try $0.entities.delete(id: gone)
                try $0.entities.update(
                    id: changed,
                    change: Document([
                        .init(
                            name: "timestamp",
                            value: RawJSON(Instant(phone.hour(-5)).rfc3339)
                        )
                    ])
                )
            }
            let launch = try await phone.capture([.water], .launch)

            #expect(suppressed.created == 0)
            #expect(launch.created == 2)
        }
    }

    @Test("A rescan finds a deletion that HealthKit no longer reports")
    func forgottenDeletion() {
        CapturingPhone.live { phone in
            let recent = phone.steps(100, at: phone.hour(-30))
            let old = phone.steps(70, at: phone.hour(-24 * 20))
            phone.health.add([recent, old, phone.steps(5, at: phone.hour(-24 * 20 + 1))])
            try await phone.capture([.steps])
            phone.health.delete(uuids: [recent.uuid, old.uuid])
            phone.health.expireDeletedObjects(before: phone.hour(1000))

            let signal = try await phone.capture([.steps])
            let launch = try await phone.capture([.steps], .launch)
            let periodic = try await phone.capture([.steps], .periodic)

            #expect(signal == .init())
            #expect(launch.deleted == 1)
            #expect(periodic.updated == 1)
            let found4 = try await phone.values()
            #expect(found4 == ["2025-12-12": "5"])
        }
    }

    @Test("After the person deletes all samples, no event stays")
    func allDeleted() {
        CapturingPhone.live { phone in
            let samples = [
                phone.steps(100, at: phone.hour(-50)), phone.steps(50, at: phone.hour(-2)),
            ]
            phone.health.add(samples)
            try await phone.capture([.steps])

            phone.health.delete(uuids: samples.map(\.uuid))
            try await phone.capture([.steps], .launch)
            try await phone.capture([.steps], .periodic)

            let days = try await phone.values()
            #expect(days.isEmpty)
        }
    }

    @Test("After the person deletes all samples, reported in pages, no event stays")
    func allDeletedInPages() {
        // Regression: the first page reports only some deletions, and the rest counted as
        // unreadable.
        CapturingPhone.live { phone in
            let samples = (0..<30).map { number in
                phone.steps(100, at: phone.hour(-50 + Double(number) / 10))
            }
            phone.health.add(samples)
            try await phone.capture([.steps])

            phone.health.behavior.shortensPages = true
            phone.health.delete(uuids: samples.map(\.uuid))
            // A pass without time for the other pages cannot tell which samples are readable.
            for looks in 1...6 { try await phone.limitedCapture(after: looks).capture([.steps]) }
            try await phone.capture([.steps])

            let days = try await phone.values()
            #expect(days.isEmpty)
        }
    }

    @Test("After the only workout is deleted, with or without heart rate, no event stays")
    func onlyWorkoutDeleted() {
        for keepsReadings in [true, false] {
            CapturingPhone.live { phone in
                let (workout, reading) = phone.run(at: phone.hour(-5), heartRate: 120)
                phone.health.add([workout, reading])
                try await phone.capture([.workout])
                let before = try await phone.values(.workout, "average_heart_rate")

                phone.health.delete(uuids: [workout.uuid] + (keepsReadings ? [] : [reading.uuid]))
                try await phone.capture([.workout], .launch)

                let after = try await phone.values(.workout, "average_heart_rate")
                #expect(before.count == 1 && after.isEmpty)
            }
        }
    }

    @Test("A device that received a deletion wins over one that did not")
    func deletionAgainstAnotherDevice() {
        // Regression: a day stayed wrong because each device preferred the other's result.
        CapturingPhone.live { phone in
            let samples = [
                phone.steps(70, at: phone.hour(-30)), phone.steps(5, at: phone.hour(-29)),
            ]
            phone.health.add(samples)
            try await phone.capture([.steps])

            try await phone.takeOver("2025-12-30", count: 76, samples: 2)
            phone.health.delete(uuids: [samples[0].uuid])
            let first = try await phone.capture([.steps])
            let afterFirst = try await phone.values()
            #expect(first.updated == 1)
            #expect(afterFirst == ["2025-12-30": "5"])

            try await phone.takeOver("2025-12-30", count: 6, samples: 1, deleted: 1)
            phone.health.delete(uuids: [samples[1].uuid])
            let second = try await phone.capture([.steps])
            let afterSecond = try await phone.values()
            #expect(second.deleted == 1)
            #expect(afterSecond.isEmpty)
        }
    }

    @Test("A device with fewer samples does not overwrite a result with more")
    func fewerSamples() {
        CapturingPhone.live { phone in
            phone.health.add(phone.steps(70, at: phone.hour(-30)))
            try await phone.capture([.steps])
            try await phone.takeOver("2025-12-30", count: 100, samples: 3, deleted: 1)

            phone.health.add(phone.steps(5, at: phone.hour(-29)))
            let outcome = try await phone.capture([.steps])
            let values = try await phone.values()
            #expect(outcome.skipped == 1)
            #expect(values == ["2025-12-30": "100"])
        }
    }

    @Test("Overlapping sources are merged hour by hour")
    func merging() {
        CapturingPhone.live { phone in
            phone.health.add([
                phone.steps(600, at: phone.hour(-14), lasting: 3600),
                phone.steps(900, at: phone.hour(-14), lasting: 5400, source: phone.iPhone),
            ])

            try await phone.capture([.steps])

            let found5 = try await phone.values()
            #expect(found5 == ["2025-12-31": "900"])
            let hourly = try await phone.values(.steps, "hourly")["2025-12-31"]
            #expect(hourly == "[0,0,0,0,0,0,0,0,0,0,600,300,0,0,0,0,0,0,0,0,0,0,0,0]")
        }
    }

    @Test("A workout that HealthKit condensed months later stays the same event, as does its day")
    func condensed() {
        CapturingPhone.live { phone in
            let start = phone.hour(-24 * 120)
            let beats = HKUnit.count().unitDivided(by: .minute())
            let rates = (0..<60).map { index in
                phone.health.quantity(
                    .heartRate,
                    Double(100 + index),
                    beats,
                    from: start.addingTimeInterval(Double(index) * 10),
                    to: start.addingTimeInterval(Double(index) * 10),
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
            try await phone.capture([.workout, .heartRate])
            let before = try await phone.values(.heartRate, "average")
            let pending = try await phone.store.read { try $0.queue.status() }.pending

            phone.health.condense(workout: workout)
            let outcome = try await phone.capture([.workout, .heartRate], .launch)

            let found6 = try await phone.values(.heartRate, "average")
            #expect(found6 == before)
            // Each reading holds for ten seconds, the last one for ten minutes.
            #expect(before["2025-09-03"] == "144.1")
            #expect(outcome.deleted == 0)
            #expect(outcome.created == 0)
            let found7 = try await phone.store.read { try $0.queue.status() }.pending
            #expect(found7 == pending)
            let rate = try await phone.values(.workout, "average_heart_rate")
            #expect(Array(rate.values) == ["129.5"])
        }
    }

    @Test("A series sample across midnight counts for both days, wherever a page ends")
    func condensedOverMidnight() {
        // Regression: a day seemed to lose samples that another page had assigned to it.
        CapturingPhone.live { phone in
            func reading(_ value: Double, at time: Date) -> HKQuantitySample {
                phone.health.quantity(
                    .heartRate,
                    value,
                    .count().unitDivided(by: .minute()),
                    from: time,
                    to: time,
                    source: phone.watch
                )
            }
            let start = phone.hour(-24 * 8 - 0.5)
            let workout = phone.health.workout(
                .running,
                from: start,
                to: start.addingTimeInterval(3600),
                source: phone.watch
            )
            let rates = (0...60).map { reading(120, at: start.addingTimeInterval(60 * Double($0))) }
            phone.health.add(workout)
            phone.health.add(rates, to: workout)
            phone.health.condense(workout: workout)
            // The first page of an import has eight days, and the next one ends at that midnight.
            phone.health.add((1...8).map { reading(60, at: phone.hour(Double($0) * -24 + 12)) })
            let first = try await phone.capture([.heartRate])
            let pending = try await phone.store.read { try $0.queue.status() }.pending

            let both = try await phone.capture([.heartRate], .periodic)

            #expect(first.created == 9)
            #expect(both == .init())
            let after = try await phone.store.read { try $0.queue.status() }.pending
            #expect(after == pending)
        }
    }

    @Test(
        "Sleep that moves to another day still counts for its new day",
        arguments: [true, false]
    )
    func sleepOfAnotherDay(isDeletion: Bool) {
        CapturingPhone.live { phone in
            // The third stage joins the sleep before midnight with that after it.
            let stages = [(-27, -26), (-26, -25.3), (-25.3, -23.5), (-23.5, -18)].map {
                phone.health.category(
                    .sleepAnalysis,
                    3,
                    from: phone.hour($0),
                    to: phone.hour($1),
                    source: phone.watch
                )
            }
            let joint = stages[2]
            func events() async throws -> [Event] {
                try await phone.store.read { try $0.entities.events(EventFilter(limit: 10)) }
                    .map { try Event(document: $0.document()) }
            }
            func evidence(endingAt hour: Double) async throws -> Evidence? {
                try await events().first { $0.endDate == Instant(phone.hour(hour)) }?.evidence
            }
            // A nap on the first day exists in both cases.
            let nap = phone.health.category(
                .sleepAnalysis,
                3,
                from: phone.hour(-36),
                to: phone.hour(-35),
                source: phone.watch
            )
            phone.health.add([nap] + (isDeletion ? stages : stages.filter { $0 != joint }))
            try await phone.capture([.sleep])
            let hour = isDeletion ? -18.0 : -35
            let before = try #require(try await evidence(endingAt: hour))

            if isDeletion {
                phone.health.delete(uuids: [joint.uuid])
            } else {
                phone.health.add([joint])
            }
            try await phone.capture([.sleep])

            let after = try #require(try await evidence(endingAt: hour))
            #expect(isDeletion ? before < after : before.sampleCount <= after.sampleCount)
            #expect(try await events().count == (isDeletion ? 3 : 2))
        }
    }

    @Test(
        "A workout has the distance of its sport",
        arguments: [
            HKQuantityTypeIdentifier.distanceWheelchair, .distanceDownhillSnowSports,
            .distanceCrossCountrySkiing, .distancePaddleSports, .distanceRowing,
            .distanceSkatingSports, .distanceSwimming,
        ]
    )
    func distances(identifier: HKQuantityTypeIdentifier) {
        CapturingPhone.live { phone in
            phone.health.add(
                phone.health.workout(
                    .other,
                    from: phone.hour(-3),
                    to: phone.hour(-2),
                    sums: [identifier: HKQuantity(unit: .meter(), doubleValue: 1500)],
                    source: phone.watch
                )
            )

            try await phone.capture([.workout])

            let meters = try await phone.values(.workout, "distance_meters")
            #expect(Array(meters.values) == ["1500"])
        }
    }

    @Test("A failing category does not stop the others; its reason is kept until it succeeds")
    func oneFails() {
        CapturingPhone.live { phone in
            phone.health.add(phone.steps(10, at: phone.hour(-2)))
            phone.health.setReadAuthorization(.notDetermined, for: HKQuantityType(.dietaryWater))

            await #expect(throws: HealthSourceError.self) { try await phone.capture() }

            let found9 = try await phone.values()
            #expect(found9 == ["2025-12-31": "10"])
            let water = try await phone.store.read { try $0.health.state(category: "water") }
            #expect(water.failure == .healthData(.notAsked, details: nil))
            phone.health.setReadAuthorization(.allowed, for: HKQuantityType(.dietaryWater))
            try await phone.capture()
            let found10 = try await phone.store.read { try $0.health.state(category: "water") }
                .failure
            #expect(found10 == nil)
        }
    }

    @Test("An interrupted first import resumes where it stopped, newest days first")
    func resumed() {
        CapturingPhone.live { phone in
            for day in 0..<400 {
                phone.health.add(phone.steps(100, at: phone.hour(Double(day) * -24 - 3)))
            }
            // The deadline is read before the pass, before and after a page of changes, and before
            // each day.
            try await phone.limitedCapture(after: 4).capture([.steps])
            let done = try await phone.values()
            let rest = try await phone.store.read { try $0.health.state(category: "steps") }
                .backfill

            try await phone.capture([.steps])

            #expect(done["2025-12-31"] == "100")
            #expect(done.count < 400 && !rest.isEmpty)
            let found11 = try await phone.values().count
            #expect(found11 == 400)
        }
    }

    @Test(
        "The first and the last sample are kept, whichever day they belong to in another zone",
        arguments: [(100 * 24 + 22, "Asia/Tokyo"), (-20 * 24 + 2, "America/New_York")]
    )
    func farthestInAnotherZone(hour: Int, name: String) throws {
        // Regression: a sample left its day and was not looked for in the adjacent ones.
        let zone = try #require(TimeZone(identifier: name))
        CapturingPhone.live { phone in
            phone.health.add(phone.steps(100, at: phone.hour(Double(hour))))
            try await phone.capture([.steps])
            let before = try await phone.values()
            func recheck(_ zones: ZoneHistory) async throws -> [String: String] {
                let coordinator = HealthCaptureCoordinator(
                    store: phone.store,
                    source: phone.source,
                    dependencies: phone.dependencies,
                    zones: { zones }
                )
                for _ in 0..<3 {
                    try await coordinator.capture([.steps], trigger: .periodic)
                }
                return try await phone.values()
            }

            let there = try await recheck(ZoneHistory(zone))
            let back = try await recheck(ZoneHistory(.gmt))

            #expect(before.count == 1 && Array(there.values) == ["100"])
            #expect(there != before && back == before)
        }
    }

    @Test("Samples dated years ahead do not keep a rescan from the other days")
    func datedAhead() {
        // Regression: a deletion that HealthKit no longer reports was found only months later.
        CapturingPhone.live { phone in
            let wrong = phone.steps(100, at: phone.hour(-20 * 24))
            phone.health.add(wrong)
            phone.health.add(phone.steps(50, at: phone.hour(-19 * 24)))
            phone.health.add(phone.steps(70, at: phone.hour(5 * 365 * 24)))
            try await phone.capture([.steps])
            phone.health.delete(uuids: [wrong.uuid])
            phone.health.expireDeletedObjects(before: phone.hour(1))

            for _ in 0..<2 { try await phone.coordinator.capture([.steps], trigger: .periodic) }

            let values = try await phone.values()
            #expect(values.values.sorted() == ["50", "70"])
        }
    }

    @Test("When time runs out while read access is checked, nothing more is read")
    func timedOut() {
        CapturingPhone.live { phone in
            phone.health.add(phone.steps(100, at: phone.hour(-3)))
            try await phone.limitedCapture(after: 1).capture([.steps])
            let state = try await phone.store.read { try $0.health.state(category: "steps") }

            try await phone.capture([.steps])

            #expect(state.anchor == nil && state.failure == nil)
            let values = try await phone.values()
            #expect(values == ["2025-12-31": "100"])
        }
    }
}

extension CapturingPhone {
    /// A capture whose deadline is exceeded after a number of checks.
    func limitedCapture(after looks: Int) -> HealthCaptureCoordinator {
        let questions = Mutex(0)
        return limitedCapture {
            questions.withLock { count in
                count += 1
                return count > looks
            }
        }
    }

    /// A capture with a given deadline check.
    func limitedCapture(
        _ isDeadlineExceeded: @escaping @Sendable () -> Bool
    ) -> HealthCaptureCoordinator {
        HealthCaptureCoordinator(
            store: store,
            source: source,
            dependencies: dependencies,
            zones: { ZoneHistory(.gmt) },
            isDeadlineExceeded: isDeadlineExceeded
        )
    }
}
