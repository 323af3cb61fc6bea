import Foundation
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

@testable import TrendyWeb

extension Site {
    /// The current day of the site's viewer.
    var today: CalendarDay { ZoneHistory(.gmt).day(containing: dependencies.wallClock.now()) }

    /// Stores a day of a metric as a device computes it.
    ///
    /// - `name`: the name of a new event type.
    func recordDay(
        _ metric: HealthMetric = .steps,
        day days: Int = 0,
        name: String? = nil,
        _ properties: [String: PropertyValue]
    ) async throws {
        let day = today.advanced(by: days)
        let interval = ZoneHistory(.gmt).interval(of: day)
        let key = "\(metric.rawValue)/\(day)"
        var event = Event(
            eventTypeID: metric.eventTypeID,
            timestamp: interval.lowerBound,
            sourceType: .healthKit
        )
        event.endDate = interval.upperBound
        event.isAllDay = true
        event.healthKitCategory = metric.rawValue
        event.naturalKey = key
        event.evidence = Evidence(
            sampleCount: 7,
            newest: min(dependencies.wallClock.now(), interval.upperBound)
        )
        for (key, value) in properties { event.properties[key] = value }
        var type = metric.eventType
        if let name { type.name = name }
        try await engine.store.write { [event, type] transaction in
            if try transaction.entities.fetch(id: event.eventTypeID) == nil {
                try transaction.entities.create(type, id: event.eventTypeID)
            }
            try transaction.entities.create(event, id: .derived(kind: "event", naturalKey: key))
        }
    }

    /// Stores a run of half an hour with the text of its route's line; returns its event.
    func recordRun(at start: Instant, line: String) async throws -> EntityID {
        let metric = HealthMetric.workout
        let key = "workout/Running/\(start)"
        let id = EntityID.derived(kind: "event", naturalKey: key)
        var event = Event(
            eventTypeID: metric.eventTypeID,
            timestamp: start,
            sourceType: .healthKit
        )
        event.endDate = start + .seconds(1800)
        event.healthKitCategory = metric.rawValue
        event.naturalKey = key
        event.properties["activity_name"] = .text("Running")
        event.properties["duration"] = .duration(seconds: 1800)
        event.properties["route_meters"] = .number(5300)
        event.properties["route_line"] = .text(line)
        try await engine.store.write { [event, type = metric.eventType] transaction in
            if try transaction.entities.fetch(id: event.eventTypeID) == nil {
                try transaction.entities.create(type, id: event.eventTypeID)
            }
            try transaction.entities.create(event, id: id)
        }
        return id
    }

    /// Stores a day's steps, the same in each hour of a range.
    func recordSteps(_ count: Int64, day: Int = 0, hours: Range<Int> = 8..<15) async throws {
        var series = [JSONNumber?](repeating: 0, count: 24)
        for hour in hours { series[hour] = JSONNumber(count) }
        try await recordDay(
            day: day,
            [
                "count": .number(JSONNumber(count * Int64(hours.count))),
                "hourly": .series(series),
            ]
        )
    }
}
