import Foundation
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyHealth

@Suite("Events of health data")
struct HealthEventFactoryTests {
    private let typeID = EntityID.derived(kind: "event_type", naturalKey: "chosen")

    private func event(
        _ change: (inout ProcessedHealthData) -> Void = { _ in }
    ) throws -> (id: EntityID, day: CalendarDay, event: Event) {
        let paris = try #require(TimeZone(identifier: "Europe/Paris"))
        var data = ProcessedHealthData(
            category: "mindfulness",
            key: "1767607200",
            day: CalendarDay(daysSinceEpoch: 20_458),
            start: at("2026-01-05T10:00:00.700Z"),
            properties: HealthMeasure.water(milliliters: 5, at: at("2026-01-05T10:00:00Z"))
                .properties,
            evidence: Evidence(sampleCount: 3, newest: at("2026-01-05T10:05:00Z"))
        )
        change(&data)
        let result = HealthEventFactory(zones: ZoneHistory(paris), eventTypeID: typeID)
            .event(of: data)
        return (result.id, result.day, result.event)
    }

    @Test("An event has what was measured, in whole seconds, and the zone of the person")
    func content() throws {
        let (id, day, event) = try self.event { $0.end = at("2026-01-05T10:05:00.900Z") }

        #expect(id == .derived(kind: "event", naturalKey: "mindfulness/1767607200"))
        #expect(day == CalendarDay(daysSinceEpoch: 20_458))
        #expect(event.eventTypeID == typeID && event.sourceType == .healthKit)
        #expect(event.timestamp == at("2026-01-05T10:00:00Z"))
        #expect(event.endDate == at("2026-01-05T10:05:00Z"))
        #expect(event.timeZone == "Europe/Paris" && !event.isAllDay)
        #expect(event.naturalKey == "mindfulness/1767607200")
        #expect(event.healthKitCategory == "mindfulness")
        #expect(event.evidence == Evidence(sampleCount: 3, newest: at("2026-01-05T10:05:00Z")))
        #expect(event.properties.texts == ["milliliters": "5"])
    }

    @Test("A sample's own zone takes priority, and an event never ends before it begins")
    func bounds() throws {
        let ofDay = try event {
            $0.timeZone = "Asia/Tokyo"
            $0.isAllDay = true
        }.event
        let short = try event { $0.end = at("2026-01-05T10:00:00.800Z") }.event
        let reversed = try event { $0.end = at("2026-01-05T09:00:00Z") }.event

        #expect(ofDay.timeZone == "Asia/Tokyo" && ofDay.isAllDay && ofDay.endDate == nil)
        #expect(short.endDate == at("2026-01-05T10:00:00Z"))
        #expect(reversed.endDate == at("2026-01-05T10:00:00Z"))
    }

    @Test("The event type of a category has the same id on every device")
    func eventType() {
        let type = HealthEventFactory.eventType(of: .steps)

        #expect(type.id == HealthMetric.steps.eventTypeID)
        #expect(type.id == .derived(kind: "event_type", naturalKey: "healthkit/steps"))
        #expect(type.eventType.name == "Steps")
    }
}
