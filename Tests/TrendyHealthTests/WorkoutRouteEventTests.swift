import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Routes in workout events")
struct WorkoutRouteEventTests {
    private func route(_ legs: Int) -> RouteSummary {
        var route = RouteAccumulator()
        for leg in 0...legs {
            route.add(latitude: 48 + Double(leg) / 1000, longitude: 2, altitude: Double(leg) * 10)
        }
        return route.summary
    }

    private func run(source: Int, _ route: WorkoutSample.Route, routes: Int = 1) -> WorkoutSample {
        let start = at("2026-01-05T10:00:00Z")
        var workout = WorkoutSample(
            activity: "Running",
            start: start,
            end: start + .seconds(600),
            source: source
        )
        workout.routes = (0..<routes).map { "\(source)-\($0)" }
        workout.route = route
        return workout
    }

    private func numbers(_ event: Event?) -> [String: String] {
        var numbers: [String: String] = [:]
        for key in event?.properties.keys ?? []
        where key.hasPrefix("route") && key != "route_line" {
            numbers[key] = event?.properties[key]?.json.description
        }
        return numbers
    }

    @Test("The highest-priority source's routes are summarized in whole metres, with a line")
    func best() async throws {
        let device = try CapturingDevice()
        device.source.set(workouts: [
            run(source: 1, .summary(route(5))), run(source: 0, .summary(route(2) + route(2))),
        ])

        #expect(try await device.capture(.workout).created == 1)

        let event = try #require(try await device.events().first)
        #expect(
            numbers(event) == [
                "routes": "2", "route_points": "6", "route_meters": "445",
                "route_ascent_meters": "40", "route_descent_meters": "0",
            ]
        )
        #expect(RouteLines.lines(of: event).count == 2)
    }

    @Test("Without altitudes there is no ascent, and without points no summary")
    func partial() async throws {
        let device = try CapturingDevice()
        var flat = RouteAccumulator()
        flat.add(latitude: 48, longitude: 2)
        device.source.set(workouts: [run(source: 0, .summary(flat.summary))])
        _ = try await device.capture(.workout)
        let event = try await device.events().first
        #expect(numbers(event) == ["routes": "1", "route_points": "1", "route_meters": "0"])

        device.source.set(workouts: [run(source: 0, .summary(RouteSummary()))])
        _ = try await device.capture(.workout)
        #expect(numbers(try await device.events().first) == ["routes": "1"])
    }

    @Test("An unreadable route keeps its earlier summary and does not hide the workout")
    func unreadable() async throws {
        let device = try CapturingDevice()
        device.source.set(workouts: [run(source: 0, .unreadable)])
        #expect(try await device.capture(.workout).created == 1)
        #expect(numbers(try await device.events().first) == ["routes": "1"])

        device.source.set(workouts: [run(source: 0, .summary(route(3)), routes: 2)])
        #expect(try await device.capture(.workout).updated == 1)
        let known = try await device.events()

        device.source.set(workouts: [run(source: 0, .unreadable)])
        let outcome = try await device.capture(.workout)

        #expect(outcome.unchanged == 1)
        #expect(outcome.updated == 0)
        #expect(try await device.events() == known)
        #expect(numbers(known.first)["route_meters"] == "334")
        #expect(try RouteLines.lines(of: #require(known.first)).count == 1)
    }

    @Test("A device without routes does not overwrite a workout that has one")
    func evidence() async throws {
        let knowing = try CapturingDevice()
        knowing.source.set(workouts: [run(source: 0, .summary(route(3)))])
        _ = try await knowing.capture(.workout)
        let entity = try #require(try await knowing.store.read { try $0.entities.events() }.first)
        let known = try Event(document: entity.document())

        let blind = try CapturingDevice()
        let type = HealthMetric.workout
        try await blind.store.write { try $0.entities.create(type.eventType, id: type.eventTypeID) }
        try await blind.store.write { try $0.entities.create(known, id: entity.id) }
        blind.source.set(workouts: [run(source: 0, .unread, routes: 0)])

        #expect(try await blind.capture(.workout).skipped == 1)
        #expect(try await blind.events() == [known])
    }
}
