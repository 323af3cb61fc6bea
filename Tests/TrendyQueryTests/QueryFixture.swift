import Foundation
import Synchronization
import TrendyHealth
import TrendyModel
import TrendyStore

@testable import TrendyQuery

/// A device's database with events of every kind, in a temporary directory.
final class QueryFixture: Sendable {
    let directory: String
    let dependencies: Dependencies

    var path: String { directory + "/device.sqlite" }

    private final class Clock: WallClock {
        func now() -> Instant { Instant(seconds: 1_768_000_000) }
    }

    private final class Random: RandomSource {
        private let state = Mutex<UInt64>(1)

        func next() -> UInt64 {
            state.withLock { state in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state ^ state >> 29
            }
        }
    }

    init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/query-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let clock = Clock()
        let random = Random()
        dependencies = Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: ContinuousClock()
        )
    }

    deinit {
        // The system removes temporary directories that cannot be removed here.
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// A fixture whose store is filled and closed.
    static func filled() async throws -> QueryFixture {
        let fixture = try QueryFixture()
        let store = try fixture.openStore()
        try await fill(store)
        try await store.close()
        return fixture
    }

    func openStore() throws -> DeviceStore {
        try DeviceStore(path: path, dependencies: dependencies)
    }

    func open(zone: String = "Europe/Paris") throws -> QueryDatabase {
        try QueryDatabase(
            path: path,
            zones: ZoneHistory(TimeZone(identifier: zone) ?? .gmt),
            clock: ContinuousClock()
        )
    }

    /// 2026-01-01T00:00 in Paris, and so many days later.
    static func midnight(_ day: Int) -> Instant {
        Instant(seconds: 1_767_222_000 + Int64(day) * 86_400)
    }

    /// Writes ten days of health data, two coffees, two visits and a workout.
    static func fill(_ store: DeviceStore) async throws {
        try await store.write { transaction in
            let entities = transaction.entities
            let coffee = try entities.create(EventType(name: "Coffee"))
            let health = try entities.create(EventType(name: "Health"))
            let visit = try entities.create(EventType(name: "Visit"))
            let home = try entities.create(
                Geofence(name: "Home", latitude: 48.85, longitude: 2.35, radiusMeters: 150)
            )
            for hour in [8, 23] {
                var event = Event(
                    eventTypeID: coffee,
                    timestamp: midnight(0) + .seconds(hour * 3600),
                    sourceType: .manual
                )
                event.timeZone = hour == 8 ? "Europe/Paris" : "Asia/Tokyo"
                event.notes = "with \"milk\", hot"
                event.properties["size"] = .text("large")
                _ = try entities.create(event)
            }
            for day in 0..<10 { try fillDay(day, type: health, in: entities) }
            _ = try entities.create(workout(type: health))
            for event in visits(type: visit, place: home) { _ = try entities.create(event) }
        }
    }

    private static func fillDay(
        _ day: Int,
        type: EntityID,
        in entities: EntityRecords
    ) throws {
        let name = CalendarDay(daysSinceEpoch: 20_454 + day)
        func daily(_ category: String) -> Event {
            var event = Event(
                eventTypeID: type,
                timestamp: midnight(day),
                sourceType: .healthKit
            )
            event.endDate = midnight(day + 1)
            event.isAllDay = true
            event.timeZone = "Europe/Paris"
            event.naturalKey = "\(category)/\(name)"
            event.healthKitCategory = category
            return event
        }
        var steps = daily("steps")
        steps.properties["count"] = .number(JSONNumber(Int64(1000 + day * 100)))
        steps.properties["hourly"] = .series([1, nil, 3])
        _ = try entities.create(steps)
        var heart = daily("heart_rate")
        heart.properties["average"] = .number(JSONNumber(Int64(60 + day)))
        heart.properties["minimum"] = .number(50)
        heart.properties["maximum"] = .number(150)
        heart.properties["readings"] = .number(24)
        _ = try entities.create(heart)
        // A night and a nap that end on the day.
        for (number, seconds) in [(1, 7 * 3600), (2, 1800)] {
            var sleep = Event(
                eventTypeID: type,
                timestamp: midnight(day) - .seconds(3600) + .seconds(number * 40_000 - 40_000),
                sourceType: .healthKit
            )
            sleep.endDate = sleep.timestamp + .seconds(seconds)
            sleep.timeZone = "Europe/Paris"
            sleep.naturalKey = "sleep/\(name)/\(number)"
            sleep.healthKitCategory = "sleep"
            sleep.properties["asleep"] = .duration(seconds: JSONNumber(Int64(seconds)))
            _ = try entities.create(sleep)
        }
        for (hour, grams) in [(7, 70_000), (21, 71_000)] where day == 0 {
            var mass = Event(
                eventTypeID: type,
                timestamp: midnight(day) + .seconds(hour * 3600),
                sourceType: .healthKit
            )
            mass.timeZone = "Europe/Paris"
            mass.healthKitCategory = "body_mass"
            mass.properties["kilograms"] = JSONNumber(Double(grams) / 1000).map { .number($0) }
            _ = try entities.create(mass)
        }
    }

    private static func workout(type: EntityID) -> Event {
        var workout = Event(
            eventTypeID: type,
            timestamp: midnight(1) + .seconds(36_000),
            sourceType: .healthKit
        )
        workout.endDate = workout.timestamp + .seconds(3600)
        workout.timeZone = "Europe/Paris"
        workout.healthKitCategory = "workout"
        workout.naturalKey = "workout/Running/1"
        workout.properties["activity"] = .text("Running")
        workout.properties["duration"] = .duration(seconds: 3000)
        workout.properties["energy_kilocalories"] = .number(500)
        workout.properties["distance_meters"] = .number(9000)
        workout.properties["indoor"] = .boolean(false)
        workout.properties["route_meters"] = .number(8950)
        return workout
    }

    private static func visits(type: EntityID, place: EntityID) -> [Event] {
        [false, true].map { isOpen in
            var visit = Event(
                eventTypeID: type,
                timestamp: midnight(isOpen ? 3 : 2) + .seconds(43_200),
                sourceType: .geofence
            )
            if !isOpen { visit.endDate = visit.timestamp + .seconds(5400) }
            visit.timeZone = "Europe/Paris"
            visit.geofenceID = place
            visit.locationName = "Old name"
            visit.naturalKey = "visit/\(isOpen ? 2 : 1)"
            visit.properties["entry_source"] = .text("crossing")
            visit.properties["entry_earliest"] = .instant(visit.timestamp - .seconds(60))
            if isOpen { visit.properties["unconfirmed"] = .boolean(true) }
            return visit
        }
    }
}

extension QueryDatabase {
    /// The rows as texts, with cells separated by a bar.
    func lines(_ sql: String, _ limits: QueryLimits = QueryLimits()) throws -> [String] {
        try rows(sql, limits: limits).map { $0.map(\.text).joined(separator: "|") }
    }
}
