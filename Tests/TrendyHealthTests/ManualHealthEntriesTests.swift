import Foundation
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyHealth

@Suite("Manual health entries")
struct ManualHealthEntriesTests {
    private func manualEvent(_ measure: HealthMeasure) -> Event {
        var event = Event(
            eventTypeID: measure.category.eventTypeID,
            timestamp: measure.start,
            sourceType: .manual
        )
        event.endDate = measure.end
        event.healthKitCategory = measure.category.rawValue
        event.properties = measure.properties
        return event
    }

    @Test("A manual water entry is not captured again, but a second glass in that second is")
    func entry() async throws {
        let device = try CapturingDevice()
        let glass = HealthSample("2026-01-05T08:00:00Z", "2026-01-05T08:00:00Z", 250)
        let own = manualEvent(.water(milliliters: 250, at: at("2026-01-05T08:00:00Z")))
        let id = try await device.store.write { try $0.entities.create(own) }
        device.source.set(.water, [glass])

        #expect(try await device.capture(.water).created == 0)
        #expect(try await device.store.read { try $0.entities.events() }.map(\.id) == [id])
        var second = glass
        second.source = 1
        device.source.set(.water, [glass, second])
        #expect(try await device.capture(.water).created == 1)
        #expect(
            try await device.events().map(\.sourceType.rawValue).sorted() == [
                "healthkit", "manual",
            ]
        )
        let stored = try #require(try await device.store.read { try $0.entities.fetch(id: id) })
        #expect(try Event(document: stored.document()) == own)
    }

    @Test("Another device's manual entry replaces the captured event, and its removal restores it")
    func enteredLater() async throws {
        let device = try CapturingDevice()
        device.source.set(
            .water,
            [HealthSample("2026-01-05T08:00:00Z", "2026-01-05T08:00:00Z", 250)]
        )
        #expect(try await device.capture(.water).created == 1)

        let own = try await device.store.write {
            try $0.entities.create(
                manualEvent(.water(milliliters: 250, at: at("2026-01-05T08:00:00Z")))
            )
        }
        device.source.touch()
        #expect(try await device.capture(.water).deleted == 1)
        #expect(try await device.store.read { try $0.entities.events() }.map(\.id) == [own])

        try await device.store.write { try $0.entities.delete(id: own) }
        device.source.touch()
        #expect(try await device.capture(.water).created == 1)
        #expect(try await device.events().map(\.sourceType) == [.healthKit])
    }

    @Test(
        "Sessions are equal when they share more than half of the shorter one",
        arguments: [
            ("10:00", "10:30", true), ("10:20", "11:20", false), ("09:00", "12:00", true),
            ("10:10", "10:20", true), ("10:30", "11:00", false), ("09:45", "10:15", false),
        ]
    )
    func sessions(_ start: String, _ end: String, _ isSame: Bool) {
        func session(_ start: String, _ end: String) -> Event {
            manualEvent(
                .mindfulness(
                    from: at("2026-01-05T\(start):00Z"),
                    until: at("2026-01-05T\(end):00Z")
                )
            )
        }

        let (left, right) = (session("10:00", "10:30"), session(start, end))
        #expect(ManualHealthEntries.isSame(left, right) == isSame)
        #expect(ManualHealthEntries.isSame(right, left) == isSame)
    }

    @Test("A run and a walk at the same time are two events")
    func activities() {
        let (start, end) = (at("2026-01-05T10:00:00Z"), at("2026-01-05T11:00:00Z"))
        let run = manualEvent(.workout(activity: "Running", from: start, until: end))
        let walk = manualEvent(.workout(activity: "Walking", from: start, until: end))

        #expect(ManualHealthEntries.isSame(run, run))
        #expect(!ManualHealthEntries.isSame(run, walk))
    }

    @Test("Entries are equal with equal amounts in one second, and never equal to a session")
    func entries() {
        let glass = manualEvent(.water(milliliters: 250, at: at("2026-01-05T08:00:00Z")))
        func drink(_ time: String, _ amount: Double = 250) -> Event {
            manualEvent(.water(milliliters: amount, at: at("2026-01-05T08:\(time)Z")))
        }
        var session = glass
        session.endDate = glass.timestamp + .seconds(60)
        var other = glass
        other.healthKitCategory = "body_mass"
        let weight = manualEvent(.bodyMass(kilograms: 71, at: glass.timestamp))
        let heavier = manualEvent(.bodyMass(kilograms: 72, at: glass.timestamp))

        func isSame(_ left: Event, _ right: Event) -> Bool {
            ManualHealthEntries.isSame(left, right)
        }
        #expect(isSame(glass, drink("00:00.999")) && isSame(weight, weight))
        #expect(!isSame(glass, drink("00:01")) && !isSame(glass, drink("00:00", 251)))
        #expect(!isSame(glass, session) && !isSame(session, glass))
        #expect(!isSame(glass, other) && !isSame(weight, heavier))
    }

    @Test("An entry matches one result, and a session all results that it overlaps")
    func matching() {
        let (start, end) = (at("2026-01-05T10:00:00Z"), at("2026-01-05T11:00:00Z"))
        func results(_ measures: HealthMeasure...) -> [DerivedResult] {
            measures.enumerated().map { index, measure in
                DerivedResult(
                    id: .derived(kind: "event", naturalKey: "\(index)"),
                    day: CalendarDay(daysSinceEpoch: 0),
                    event: manualEvent(measure)
                )
            }
        }
        func kept(_ entered: HealthMeasure, _ results: [DerivedResult]) -> [EntityID] {
            ManualHealthEntries(events: [manualEvent(entered)]).withoutManualEntries(results)
                .map(\.id)
        }
        let glass = HealthMeasure.water(milliliters: 250, at: start)
        let glasses = results(glass, .water(milliliters: 100, at: start), glass)
        let parts = results(
            .mindfulness(from: start, until: start + .seconds(600)),
            .mindfulness(from: start + .seconds(1200), until: end),
            .mindfulness(from: end, until: end + .seconds(60))
        )

        #expect(kept(glass, glasses) == [glasses[1].id, glasses[2].id])
        #expect(kept(.mindfulness(from: start, until: end), parts) == [parts[2].id])
        #expect(
            ManualHealthEntries(events: []).withoutManualEntries(parts).map(\.id)
                == parts.map(\.id)
        )
    }

    @Test("The input of a day contains the entries of the day, and sessions that reach into it")
    func inputOfDay() throws {
        let night = manualEvent(
            .mindfulness(from: at("2026-01-04T23:30:00Z"), until: at("2026-01-05T00:30:00Z"))
        )
        let glass = manualEvent(.water(milliliters: 250, at: at("2026-01-05T00:00:00Z")))
        let zones = ZoneHistory(.gmt)
        func text(_ day: String, _ events: Event...) throws -> String {
            ManualHealthEntries(events: events)
                .hashText(on: zones.interval(of: try #require(CalendarDay(day))))
        }
        let days = ["2026-01-03", "2026-01-04", "2026-01-05", "2026-01-06"]

        #expect(try days.map { try text($0, night).isEmpty } == [true, false, false, true])
        #expect(try days.map { try text($0, glass).isEmpty } == [true, true, false, true])
        var longer = night
        longer.endDate = night.timestamp + .seconds(3601)
        #expect(try text("2026-01-05", night) != text("2026-01-05", longer))
        var larger = glass
        larger.properties = HealthMeasure.water(milliliters: 251, at: glass.timestamp).properties
        #expect(try text("2026-01-05", glass) != text("2026-01-05", larger))
        #expect(
            try text("2026-01-05", night, glass)
                == text("2026-01-05", night) + text("2026-01-05", glass)
        )
    }
}
