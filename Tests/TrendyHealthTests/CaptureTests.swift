import Foundation
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Health capture")
struct CaptureTests {
    @Test("A second capture writes nothing, and late and deleted samples change their day")
    func daysFollowTheirSamples() async throws {
        // Guards against ignored deletions and late samples that are never read.
        let device = try CapturingDevice()
        let first = HealthSample("2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z", 100)
        let late = HealthSample("2026-01-05T08:00:00Z", "2026-01-05T09:00:00Z", 50)

        device.source.set(.steps, [first])
        #expect(try await device.capture(.steps).created == 1)
        #expect(try await device.capture(.steps) == DerivedOutcome())
        device.source.set(.steps, [first, late])
        #expect(try await device.capture(.steps).updated == 1)
        #expect(try await device.events().map { $0.properties["count"] } == [.number(150)])
        device.source.set(.steps, [])
        #expect(try await device.capture(.steps).deleted == 1)
        #expect(try await device.events().isEmpty)
        device.source.set(.steps, [late])
        #expect(try await device.capture(.steps).created == 1)
        #expect(try await device.events().map { $0.properties["count"] } == [.number(50)])
    }

    @Test("Recomputing days from the same samples writes and queues nothing")
    func unchanged() async throws {
        let device = try CapturingDevice()
        let day = HealthSample("2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z", 100)
        let extra = HealthSample("2026-01-06T10:00:00Z", "2026-01-06T11:00:00Z", 100)
        device.source.set(.steps, [day])
        _ = try await device.capture(.steps)
        device.source.set(.steps, [day, extra])
        _ = try await device.capture(.steps)
        let pending = try await device.store.read { try $0.queue.status() }.pending
        device.source.set(.steps, [])
        device.source.set(.steps, [day, extra])

        let outcome = try await device.capture(.steps)

        #expect(outcome.unchanged == 2)
        #expect(outcome.created + outcome.updated + outcome.deleted == 0)
        #expect(try await device.store.read { try $0.queue.status() }.pending == pending)
    }

    @Test("A derived event that the person deleted stays deleted after recomputation")
    func personsDeletion() async throws {
        let device = try CapturingDevice()
        let first = HealthSample("2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z", 100)
        device.source.set(.steps, [first])
        _ = try await device.capture(.steps)
        let id = try #require(try await device.store.read { try $0.entities.events() }.first?.id)
        try await device.store.write { try $0.entities.delete(id: id) }
        var second = first
        second.value = 120
        device.source.set(.steps, [second])

        #expect(try await device.capture(.steps).skipped == 1)
        #expect(try await device.events().isEmpty)
    }

    /// Captures a walk, then adds the person's note "hike" to its event.
    private func captureAndNote(
        _ device: CapturingDevice
    ) async throws -> (event: EntityID, sample: HealthSample) {
        let sample = HealthSample("2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z", 100)
        device.source.set(.steps, [sample])
        _ = try await device.capture(.steps)
        let id = try #require(try await device.store.read { try $0.entities.events() }.first?.id)
        var patch = EventPatch()
        patch.notes = .set("hike")
        try await device.store.write { [patch] in
            try $0.entities.update(id: id, change: patch.change)
        }
        return (id, sample)
    }

    @Test("A note on a derived event survives recomputation")
    func personsNote() async throws {
        let device = try CapturingDevice()
        var (_, sample) = try await captureAndNote(device)
        sample.value = 120
        device.source.set(.steps, [sample])

        #expect(try await device.capture(.steps).updated == 1)
        let event = try #require(try await device.events().first)
        #expect(event.notes == "hike")
        #expect(event.properties["count"] == .number(120))
    }

    @Test("A note on a removed derived event is kept in the conflict log")
    func noteOnWithdrawn() async throws {
        let device = try CapturingDevice()
        let (id, _) = try await captureAndNote(device)
        device.source.set(.steps, [])

        #expect(try await device.capture(.steps).deleted == 1)
        let entry = try #require(try await device.store.read { try $0.conflicts.open() }.first)
        #expect(entry.entityID == id)
        let lost = try Document(json: #require(entry.loss.loser))
        #expect(lost["notes"]?.string == "hike")
    }

    @Test("New events of a category notify the person when notifications are enabled")
    func notifies() async throws {
        // The device's clock says 2026-01-09, 23:06.
        let device = try CapturingDevice()
        func drink(_ time: String) -> HealthSample { HealthSample(time, time, 250) }
        let first = drink("2026-01-09T10:00:00Z")
        device.source.set(.water, [first])
        try await device.store.write { transaction in
            try transaction.health.changeSettings(category: "water") { $0.notifies = true }
        }

        #expect(try await device.notifiedEvents(.water).isEmpty)
        let second = drink("2026-01-09T11:00:00Z")
        device.source.set(.water, [first, second, drink("2026-01-02T11:00:00Z")])
        #expect(try await device.notifiedEvents(.water).count == 1)
        #expect(try await device.notifiedEvents(.water).isEmpty)

        try await device.store.write { transaction in
            try transaction.health.changeSettings(category: "water") { $0.notifies = false }
        }
        device.source.set(.water, [first, second, drink("2026-01-09T12:00:00Z")])
        #expect(try await device.notifiedEvents(.water).isEmpty)
    }

    @Test("Events stored before a pass failed still notify the person")
    func newsOfFailedPass() async throws {
        let device = try CapturingDevice()
        func drink(_ time: String) -> HealthSample { HealthSample(time, time, 250) }
        let (old, first) = (drink("2025-12-01T10:00:00Z"), drink("2026-01-09T10:00:00Z"))
        device.source.set(.water, [old, first])
        try await device.store.write { transaction in
            try transaction.health.changeSettings(category: "water") { $0.notifies = true }
        }
        _ = try await device.notifiedEvents(.water)
        let day = CalendarDay(daysSinceEpoch: Int(old.start.seconds / 86_400))
        try await device.store.write {
            try $0.health.beginBackfill(
                category: "water",
                anchor: $0.health.state(category: "water").anchor,
                days: [day...day]
            )
        }

        device.source.lock(before: at("2025-12-05T00:00:00Z"))
        device.source.set(.water, [old, first, drink("2026-01-09T11:00:00Z")])
        let notified = try await device.notifiedEvents(.water, fails: true)
        device.source.lock(before: nil)

        #expect(notified.count == 1)
        #expect(try await device.notifiedEvents(.water).isEmpty)
    }

    @Test("Two drinks in one second are two events, and a workout of two sources is one")
    func identities() async throws {
        // Guards against merged water entries, and workouts doubled by Watch and iPhone.
        let device = try CapturingDevice()
        let drink = HealthSample("2026-01-05T10:00:00Z", "2026-01-05T10:00:00Z", 250)
        let start = at("2026-01-05T10:00:00Z")
        let watch = WorkoutSample(
            activity: "Running",
            start: start,
            end: start + .seconds(600),
            source: 0
        )
        var phone = WorkoutSample(
            activity: "Running",
            start: start + .milliseconds(400),
            end: start + .seconds(700),
            source: 1
        )
        phone.distanceMeters = 2000
        device.source.set(.water, [drink, drink])
        device.source.set(workouts: [phone, watch])

        #expect(try await device.capture(.water, .workout).created == 3)

        let events = try await device.events()
        #expect(
            events.compactMap(\.naturalKey).sorted() == [
                "water/1767607200/250/1", "water/1767607200/250/2",
                "workout/Running/1767607200",
            ]
        )
        let workout = try #require(events.first { $0.healthKitCategory == "workout" })
        #expect(workout.endDate == start + .seconds(600))
        #expect(workout.properties["distance_meters"] == .number(2000))
    }

    @Test("A device without access to heart rate does not overwrite a workout that has one")
    func heartRateOfAnother() async throws {
        let start = at("2026-01-05T10:00:00Z")
        let run = WorkoutSample(
            activity: "Running",
            start: start,
            end: start + .seconds(600),
            source: 0
        )
        let device = try CapturingDevice()
        let reading = HealthSample("2026-01-05T10:01:00Z", "2026-01-05T10:01:00Z", 120)
        device.source.set(.heartRate, [reading])
        device.source.set(workouts: [run])
        #expect(try await device.capture(.workout).created == 1)
        let entity = try #require(try await device.store.read { try $0.entities.events() }.first)
        let known = try Event(document: entity.document())
        let blind = try CapturingDevice()
        blind.source.set(workouts: [run])
        #expect(try await blind.capture(.workout).created == 1)
        let unknown = try #require(try await blind.events().first)

        #expect(known.properties["average_heart_rate"] == .number(120))
        #expect(unknown.properties["average_heart_rate"] == nil)
        #expect(try #require(unknown.evidence) < #require(known.evidence))

        let other = try CapturingDevice()
        let type = HealthMetric.workout
        try await other.store.write { try $0.entities.create(type.eventType, id: type.eventTypeID) }
        try await other.store.write { try $0.entities.create(known, id: entity.id) }
        other.source.set(workouts: [run])
        #expect(try await other.capture(.workout).skipped == 1)
        #expect(try await other.events() == [known])
    }

    @Test("Starts on both sides of a second or of midnight belong to one workout")
    func neighbours() async throws {
        let device = try CapturingDevice()
        func run(_ start: String, source: Int) -> WorkoutSample {
            let start = at(start)
            return WorkoutSample(
                activity: "Running",
                start: start,
                end: start + .seconds(600),
                source: source
            )
        }
        device.source.set(workouts: [
            run("2026-01-05T10:00:00.100Z", source: 0), run("2026-01-05T09:59:59.900Z", source: 1),
            run("2026-01-05T12:00:02Z", source: 1), run("2026-01-05T12:00:00Z", source: 0),
            run("2026-01-06T23:59:59.900Z", source: 0), run("2026-01-07T00:00:00Z", source: 1),
        ])

        #expect(try await device.capture(.workout).created == 4)

        #expect(
            try await device.events().compactMap(\.naturalKey) == [
                "workout/Running/1767607200", "workout/Running/1767614400",
                "workout/Running/1767614402", "workout/Running/1767743999",
            ]
        )
    }

    @Test("Weighings are identified by second and weight, independent of the time zone")
    func weighings() async throws {
        // Guards against identities with a day that depends on the time zone.
        let device = try CapturingDevice(zone: "America/Los_Angeles")
        device.source.set(
            .bodyMass,
            [
                HealthSample("2026-01-05T20:06:00Z", "2026-01-05T20:06:00Z", 71.5),
                HealthSample("2026-01-04T23:00:00Z", "2026-01-04T23:00:00Z", 71.5),
                HealthSample("2026-01-05T23:00:00Z", "2026-01-05T23:00:00Z", 71.2),
            ]
        )

        #expect(try await device.capture(.bodyMass).created == 3)
        #expect(
            try await device.events().compactMap(\.naturalKey) == [
                "body_mass/1767567600/71.5/1", "body_mass/1767643560/71.5/1",
                "body_mass/1767654000/71.2/1",
            ]
        )
    }

    @Test(
        "The source order is Apple's default, the person's, or inferred from Apple's sums"
    )
    func sourceOrder() async throws {
        let device = try CapturingDevice()
        let days = (5...9).map { "2026-01-0\($0)" }
        device.source.set(
            .activeEnergy,
            days.flatMap { day in
                [
                    HealthSample("\(day)T10:00:00Z", "\(day)T11:00:00Z", 100, source: 0),
                    HealthSample("\(day)T10:00:00Z", "\(day)T11:00:00Z", 130, source: 1),
                ]
            }
        )
        let sums = days.compactMap { CalendarDay($0) }.map { (day: $0, total: 131.0) }

        let fit = try await SourcePriorityInference.fit(
            device.source,
            to: sums,
            zones: ZoneHistory(.gmt)
        )
        _ = try await device.capture(.activeEnergy)
        let byDefault = try await device.events().map { $0.properties["kilocalories"] }
        _ = try await device.capture([.activeEnergy], sourceOrder: fit?.order ?? [])
        let fitted = try await device.events().map { $0.properties["kilocalories"] }

        #expect(fit?.order == ["Phone", "Watch"])
        #expect(fit.map { $0.meanError < 0.01 && $0.defaultMeanError > 0.2 } == true)
        #expect(byDefault == days.map { _ in .number(100) })
        #expect(fitted == days.map { _ in .number(130) })
    }

    @Test("Days are local: east of UTC, and with 23 and 25 hours")
    func localDays() async throws {
        // Guards against ids from the UTC date of a local midnight.
        let device = try CapturingDevice(zone: "Europe/Berlin")
        device.source.set(
            .steps,
            [
                HealthSample("2026-03-28T22:30:00Z", "2026-03-28T23:30:00Z", 100),
                HealthSample("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 250),
            ]
        )

        _ = try await device.capture(.steps)

        let events = try await device.events()
        #expect(
            events.compactMap(\.naturalKey) == [
                "steps/2026-03-28", "steps/2026-03-29", "steps/2026-10-25",
            ]
        )
        #expect(
            events.map { $0.properties["count"] } == [.number(50), .number(50), .number(250)]
        )
        let lengths = events.map { ($0.endDate ?? $0.timestamp) - $0.timestamp }
        #expect(lengths == [.seconds(24 * 3600), .seconds(23 * 3600), .seconds(25 * 3600)])
    }

    @Test(
        "A sample of a daily sum that ends at local midnight belongs to the day it began",
        arguments: [
            HealthMetric.steps, .distanceWalkingRunning, .flightsClimbed, .activeEnergy,
        ]
    )
    func endsAtMidnight(category: HealthMetric) async throws {
        let device = try CapturingDevice(zone: "Europe/Berlin")
        let evening = HealthSample("2026-01-05T22:00:00Z", "2026-01-05T23:00:00Z", 100)
        let night = [
            HealthSample("2026-01-05T23:00:00Z", "2026-01-05T23:00:00Z", 7),
            HealthSample("2026-01-05T23:00:00Z", "2026-01-05T23:10:00Z", 50),
        ]
        device.source.set(category, [evening] + night)
        _ = try await device.capture(category)
        let both = try await device.events()

        let morning = HealthSample("2026-01-05T08:00:00Z", "2026-01-05T09:00:00Z", 20)
        device.source.set(category, [morning, evening])
        _ = try await device.capture(category)
        let first = try await device.events()

        #expect(both.map(\.evidence?.sampleCount) == [1, 2])
        #expect(both.map(\.evidence?.newest) == [evening.end, at("2026-01-05T23:10:00Z")])
        #expect(both.first?.properties == (try await alone(category, [evening])))
        #expect(first.map(\.naturalKey) == ["\(category.rawValue)/2026-01-05"])
        #expect(first.map(\.evidence?.sampleCount) == [2])
    }

    /// The properties of the only event of some samples.
    private func alone(
        _ category: HealthMetric,
        _ samples: [HealthSample]
    ) async throws -> PropertyBag? {
        let device = try CapturingDevice(zone: "Europe/Berlin")
        device.source.set(category, samples)
        _ = try await device.capture(category)
        let events = try await device.events()
        return events.count == 1 ? events.first?.properties : nil
    }

    @Test("Daily heart rate has the lowest, mean and highest reading")
    func heartRate() async throws {
        let device = try CapturingDevice()
        device.source.set(
            .heartRate,
            [60, 70, 95].enumerated().map { index, value in
                let time = at("2026-01-05T10:00:00Z") + .seconds(index * 60)
                return HealthSample(start: time, end: time, value: value, source: 0)
            }
        )

        _ = try await device.capture(.heartRate)

        let bag = try #require(try await device.events().first).properties
        #expect(bag["minimum"] == .number(60))
        // 60 and 70 hold for a minute, 95 for ten.
        #expect(bag["average"] == .number(90))
        #expect(bag["maximum"] == .number(95))
        #expect(bag["readings"] == .number(3))
    }

    @Test("A mindful session that two sources wrote is one event")
    func mindfulness() async throws {
        let device = try CapturingDevice()
        device.source.set(
            .mindfulness,
            [
                HealthSample("2026-01-05T10:00:00Z", "2026-01-05T10:10:00Z", 0, source: 2),
                HealthSample("2026-01-05T10:00:00.400Z", "2026-01-05T10:05:00.400Z", 0),
            ]
        )

        #expect(try await device.capture(.mindfulness).created == 1)
        #expect(
            try await device.events().map { $0.properties["duration"] } == [
                .duration(seconds: 300)
            ]
        )
    }
}
