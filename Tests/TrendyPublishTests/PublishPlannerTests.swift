import Foundation
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@testable import TrendyPublish

@Suite("Publish planner")
struct PublishPlannerTests {
    private let home = EntityID(high: 10, low: 1)
    private let now = Instant(rfc3339: "2026-03-02T12:00:00Z") ?? Instant(seconds: 0)

    private func visit(_ number: UInt64, _ start: Int64, _ end: Int64? = nil) -> PublishedVisit {
        PublishedVisit(
            id: EntityID(high: 20, low: number),
            place: home,
            start: now + .seconds(start * 60),
            end: end.map { now + .seconds($0 * 60) }
        )
    }

    private func changes(
        _ visits: [PublishedVisit],
        known: [PublishedVisit] = [],
        horizon: Int64 = -60_000
    ) -> VisitChanges {
        VisitChanges(
            visits,
            known: Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) }),
            horizon: now + .seconds(horizon * 60),
            startedAt: now + .seconds(-600 * 60),
            now: now
        )
    }

    private func kinds(_ changes: VisitChanges) -> [String] {
        changes.changes.map { "\($0.kind) \($0.visit.id.low)" }
    }

    @Test("A visit that began and ended while nothing ran is published with both, in order")
    func missedVisit() {
        let changes = changes([visit(1, -100, -50), visit(2, -40)])

        #expect(kinds(changes) == ["began 1", "ended 1", "began 2"])
        #expect(changes.changes.first?.visit.end == nil)
        #expect(changes.remembered.count == 2)
    }

    @Test("A visit is published when it ends, when it is corrected and when it is deleted")
    func knownVisits() {
        let changes = changes(
            [visit(1, -100, -50), visit(2, -90, -45), visit(4, -30)],
            known: [visit(1, -100), visit(2, -90, -40), visit(3, -80), visit(4, -30)]
        )

        #expect(kinds(changes) == ["ended 1", "corrected 2", "deleted 3"])
        #expect(changes.forgotten == [visit(3, 0).id])
    }

    @Test("Visits from before the first start are known, but only their end is published")
    func earlierVisits() {
        #expect(kinds(changes([visit(1, -700, -650), visit(2, -640)])) == [])
        #expect(kinds(changes([visit(2, -640, -10)], known: [visit(2, -640)])) == ["ended 2"])
        #expect(kinds(changes([visit(2, -640, -10)])) == ["ended 2"])
    }

    @Test("An ended visit before the horizon is forgotten in silence, a lasting one is not")
    func horizon() {
        let changes = changes([], known: [visit(1, -100, -90), visit(2, -100)], horizon: -60)

        #expect(kinds(changes) == ["deleted 2"])
        #expect(changes.forgotten.count == 2)
    }

    @Test("Each metric has a description and a value in the units of Home Assistant")
    func metrics() async throws {
        let world = try PublishWorld()
        let store = try world.store()
        let today = world.zones.day(containing: now)
        try await store.record(steps: 8421, on: today, world.zones)
        try await store.record(
            category: "sleep",
            key: "n",
            at: now - .seconds(12 * 3600),
            until: now - .seconds(4 * 3600),
            ["asleep": .duration(seconds: 27_000)]
        )
        try await store.record(
            category: "body_mass",
            key: "1",
            at: now - .seconds(3 * 86_400),
            ["kilograms": .number(try #require(JSONNumber(72.5)))]
        )
        let snapshot = try await snapshot(world, store)

        let sink = try #require(plan(snapshot).states.first)

        let device = "trendy/\(store.deviceID)"
        #expect(
            Self.json(sink, "\(device)/metric/steps")
                == #"{"day":"2026-03-02","name":"steps","since":"2026-03-02T00:00:00.000Z","#
                + #""unit":"steps","value":8421}"#
        )
        #expect(Self.json(sink, "\(device)/metric/sleep")?.contains(#""value":450}"#) == true)
        let weight = Self.json(sink, "\(device)/metric/body_mass")
        #expect(weight?.contains(#""day":"2026-02-27""#) == true)
        #expect(weight?.contains(#""value":72.5}"#) == true)
        let config = Self.json(
            sink,
            "homeassistant/sensor/trendy-\(store.deviceID)/body_mass/config"
        )
        for field in [
            #""device_class":"weight""#, #""state_class":"measurement""#,
            #""unit_of_measurement":"kg""#, #""state_topic":"\#(device)/metric/body_mass""#,
            #""unique_id":"trendy-\#(store.deviceID)-body_mass""#,
            #""availability_topic":"\#(device)/availability""#,
            #""device":{"identifiers":["trendy-\#(store.deviceID)"]"#,
        ] {
            #expect(config?.contains(field) == true, "\(field)")
        }
        let total = Self.json(sink, "homeassistant/sensor/trendy-\(store.deviceID)/steps/config")
        #expect(total?.contains(#""state_class":"total""#) == true)
        #expect(total?.contains(#""last_reset_value_template""#) == true)
    }

    @Test("After midnight a daily total is unknown, and a measurement keeps its last value")
    func midnight() async throws {
        let world = try PublishWorld()
        let store = try world.store()
        try await store.record(steps: 10, on: world.zones.day(containing: now), world.zones)
        try await store.record(
            category: "body_mass",
            key: "1",
            at: now,
            ["kilograms": .number(70)]
        )
        world.clock.advance(by: .seconds(86_400))

        let sink = try #require(plan(try await snapshot(world, store)).states.first)

        let device = "trendy/\(store.deviceID)"
        let steps = Self.json(sink, "\(device)/metric/steps")
        #expect(steps?.contains(#""day":"2026-03-03""#) == true)
        #expect(steps?.contains(#""value":null"#) == true)
        #expect(Self.json(sink, "\(device)/metric/body_mass")?.contains(#""value":70"#) == true)
    }

    @Test("A place is occupied during a visit, and the newest open visit is the current place")
    func places() async throws {
        let world = try PublishWorld()
        let store = try world.store()
        let (home, work) = try await store.write { transaction in
            let home = Geofence(name: "Home", latitude: 1, longitude: 1, radiusMeters: 100)
            let work = Geofence(name: "Work \"1\"", latitude: 2, longitude: 2, radiusMeters: 100)
            return (
                try transaction.entities.create(home), try transaction.entities.create(work)
            )
        }
        let now = now
        let ids = [world.dependencies.ids.next(), world.dependencies.ids.next()]
        try await store.record(ids[0], to: home, from: now - .seconds(7200), until: now)
        try await store.record(ids[1], to: work, from: now - .seconds(60))

        let sink = try #require(plan(try await snapshot(world, store)).states.first)

        let device = "trendy/\(store.deviceID)"
        #expect(
            Self.json(sink, "\(device)/place/\(home)")
                == #"{"inside":false,"name":"Home","since":null}"#
        )
        #expect(
            Self.json(sink, "\(device)/place/\(work)")
                == #"{"inside":true,"name":"Work \"1\"","since":"2026-03-02T11:59:00.000Z"}"#
        )
        #expect(
            Self.json(sink, "\(device)/current_place")
                == #"{"id":"\#(work)","name":"Work \"1\""}"#
        )
        let config = Self.json(
            sink,
            "homeassistant/binary_sensor/trendy-\(store.deviceID)/place_\(home)/config"
        )
        #expect(config?.contains(#""device_class":"occupancy""#) == true)
    }

    @Test("A webhook receives metrics and visits, and no description")
    func webhook() async throws {
        let world = try PublishWorld()
        let store = try world.store()
        try await store.record(steps: 1, on: world.zones.day(containing: now), world.zones)
        let snapshot = try await snapshot(world, store)

        let plan = PublishPlanner(targets: [.webhook(name: "webhook")], version: "1").plan(
            snapshot,
            cursor: PublishPlanner.cursor(after: nil, device: store.deviceID, now: now),
            known: [:]
        )

        #expect(plan.states.first?.topics.map(\.topic) == ["steps"])
    }

    @Test(
        "A topic prefix has no wildcard and no empty level",
        arguments: [
            ("trendy", true), ("home/trendy", true), ("", false), ("/a", false), ("a/", false),
            ("a//b", false), ("a/+", false), ("#", false), ("$SYS", false), ("a\nb", false),
        ]
    )
    func prefixes(_ prefix: String, _ isValid: Bool) {
        #expect(PublishTopics.isValid(prefix: prefix) == isValid)
    }

    private func snapshot(
        _ world: PublishWorld,
        _ store: DeviceStore
    ) async throws -> PublishSnapshot {
        try await PublishSnapshot.read(
            store,
            categories: HealthMetric.allCases,
            zones: world.zones,
            now: world.clock.now(),
            horizon: now - PublishCursor.lookback,
            known: [:]
        )
    }

    private func plan(_ snapshot: PublishSnapshot) -> PublishPlan {
        PublishPlanner(
            targets: [.mqtt(name: "mqtt", prefix: "trendy", hasDiscovery: true)],
            version: "1.0"
        ).plan(
            snapshot,
            cursor: PublishPlanner.cursor(after: nil, device: snapshot.device, now: snapshot.now),
            known: [:]
        )
    }

    private static func json(_ sink: PublishPlan.Sink, _ topic: String) -> String? {
        sink.topics.first { $0.topic == topic }
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }
}
