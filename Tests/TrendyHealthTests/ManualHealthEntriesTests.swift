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
}
