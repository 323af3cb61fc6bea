import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

extension PhoneWorld {
    /// The database of the app.
    var store: DeviceStore {
        get throws { try #require(app.engine).store }
    }

    /// The local day `days` after today.
    func day(_ days: Int = 0) throws -> CalendarDay {
        try #require(app.engine).zones.day(containing: clock.now()).advanced(by: days)
    }

    /// The instant of an hour of a local day.
    func instant(hour: Int, day days: Int = 0) throws -> Instant {
        try #require(app.engine).zones.start(of: day(days)) + .seconds(3600 * hour)
    }

    /// Records an event as capture does.
    @discardableResult
    func record(
        _ metric: HealthMetric,
        from start: Instant,
        to end: Instant? = nil,
        isAllDay: Bool = false,
        id: EntityID? = nil,
        _ properties: [String: PropertyValue]
    ) async throws -> EntityID {
        var event = Event(
            eventTypeID: metric.eventTypeID,
            timestamp: start,
            sourceType: .healthKit
        )
        event.endDate = end
        event.isAllDay = isAllDay
        event.healthKitCategory = metric.rawValue
        for (key, value) in properties { event.properties[key] = value }
        let isNew =
            try await store.read { try $0.entities.fetch(id: metric.eventTypeID) } == nil
        return try await store.write { [event] transaction in
            if isNew { try transaction.entities.create(metric.eventType, id: metric.eventTypeID) }
            guard let id else { return try transaction.entities.create(event) }
            try transaction.entities.create(event, id: id)
            return id
        }
    }

    /// Records the steps of each hour of a day, as capture does.
    func recordSteps(_ hours: [Int64], day days: Int = 0) async throws {
        let series = (0..<24).map { JSONNumber($0 < hours.count ? hours[$0] : 0) }
        let key = try #require(HealthMetric.steps.valueProperty)
        try await record(
            .steps,
            from: instant(hour: 0, day: days),
            to: instant(hour: 0, day: days + 1),
            isAllDay: true,
            id: .derived(kind: "event", naturalKey: "steps/\(day(days))"),
            [key: .number(JSONNumber(hours.reduce(0, +))), "hourly": .series(series)]
        )
    }
}
