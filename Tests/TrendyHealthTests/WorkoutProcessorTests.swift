import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Workout sessions")
struct WorkoutProcessorTests {
    private func run(
        _ start: String = "2026-01-05T10:00:00Z",
        activity: String = "Running",
        source: Int = 0,
        _ change: (inout WorkoutSample) -> Void = { _ in }
    ) -> WorkoutSample {
        let start = at(start)
        var workout = WorkoutSample(
            activity: activity,
            start: start,
            end: start + .seconds(600),
            source: source
        )
        change(&workout)
        return workout
    }

    private func results(_ workouts: WorkoutSample...) -> [ProcessedHealthData] {
        WorkoutProcessor().process(workouts, .days("2026-01-05"))
    }

    private var route: RouteSummary {
        var route = RouteAccumulator()
        route.add(latitude: 48, longitude: 2)
        return route.summary
    }

    @Test("A heart rate and a route with points are evidence, a route without points is not")
    func evidence() {
        let plain = run()
        let withRate = run { $0.averageHeartRate = 120 }
        let withoutPoints = run {
            $0.routes = ["a"]
            $0.route = .summary(RouteSummary())
        }
        let unreadable = run { $0.route = .unreadable }
        let withRoute = run {
            $0.routes = ["a"]
            $0.route = .summary(route)
        }
        let full = run(source: 1) {
            $0.averageHeartRate = 120
            $0.routes = ["a"]
            $0.route = .summary(route)
        }

        let counts = [plain, withRate, withoutPoints, unreadable, withRoute, full].map {
            results($0).map(\.evidence.sampleCount)
        }

        #expect(counts == [[1], [2], [1], [1], [2], [3]])
        #expect(results(plain, full).map(\.evidence.sampleCount) == [4])
        #expect(results(plain).map(\.evidence.newest) == [plain.end])
        #expect(results(unreadable, full).map(\.keepsRoute) == [true])
        #expect(results(plain, full).map(\.keepsRoute) == [false])
    }

    @Test("Values come from the highest-priority source that has them")
    func values() {
        let end = at("2026-01-05T10:09:00.500Z")
        let phone = run(source: 1) {
            $0.duration = .milliseconds(500_250)
            $0.energyKilocalories = 80.12345
            $0.distanceMeters = 2000
            $0.averageHeartRate = 129.54
            $0.maximumHeartRate = 171.26
            $0.isIndoor = false
            $0.pauses = 1
            $0.timeZone = "Europe/Paris"
            $0.routes = ["a", "b"]
            $0.route = .summary(route)
        }
        let watch = run("2026-01-05T10:00:00.400Z") {
            $0.end = end
            $0.energyKilocalories = 90
            $0.pauses = 2
        }
        let app = run(source: 2) {
            $0.distanceMeters = 3000
            $0.timeZone = "Asia/Tokyo"
            $0.routes = ["b", "c"]
        }

        let found = results(app, phone, watch)

        #expect(found.map(\.key) == ["Running/1767607200"])
        #expect(found.map(\.end) == [at("2026-01-05T10:09:00Z")])
        #expect(found.map(\.timeZone) == ["Europe/Paris"])
        #expect(
            found.map(\.properties.texts) == [
                [
                    "activity": "\"Running\"", "activity_name": "\"Running\"",
                    "duration": "500.25", "energy_kilocalories": "90", "distance_meters": "2000",
                    "average_heart_rate": "129.5", "maximum_heart_rate": "171.3",
                    "indoor": "false", "pauses": "2", "routes": "3", "route_points": "1",
                    "route_meters": "0", "route_line": "\"__~cH_seK\"",
                ]
            ]
        )
    }

    @Test("A workout with nothing but its times has a duration and no empty values")
    func bare() {
        let found = results(run(activity: "TraditionalStrengthTraining"))

        #expect(
            found.map(\.properties.texts) == [
                [
                    "activity": "\"TraditionalStrengthTraining\"",
                    "activity_name": "\"Traditional Strength Training\"", "duration": "600",
                ]
            ]
        )
        #expect(found.map(\.timeZone) == [nil])
    }

    @Test("Workouts of one activity in the same or adjacent seconds are one session")
    func sessions() {
        func keys(_ workouts: WorkoutSample...) -> [String] {
            WorkoutProcessor().process(workouts, .days("2026-01-05")).map(\.key)
        }

        #expect(keys(run(), run("2026-01-05T10:00:01.999Z", source: 1)) == ["Running/1767607200"])
        #expect(
            keys(run(), run("2026-01-05T10:00:02Z", source: 1)) == [
                "Running/1767607200", "Running/1767607202",
            ]
        )
        #expect(
            keys(run(), run(activity: "Walking", source: 1)) == [
                "Running/1767607200", "Walking/1767607200",
            ]
        )
        // Each is a second after the one before it; the watch ranks first.
        #expect(
            keys(
                run("2026-01-05T10:00:02Z"),
                run("2026-01-05T10:00:00Z", source: 2),
                run("2026-01-05T10:00:01Z", source: 1)
            ) == ["Running/1767607202"]
        )
        #expect(
            keys(
                run("2026-01-04T23:59:59.900Z"),
                run("2026-01-05T23:59:59.900Z"),
                run("2026-01-06T00:00:00.500Z", source: 1)
            ) == ["Running/1767657599"]
        )
    }

    @Test("The types of workouts include their heart rate and their routes")
    func types() {
        let none = HealthPass.Samples.workouts([])
        let plain = HealthPass.Samples.workouts([run()])
        let withRate = HealthPass.Samples.workouts([run(), run { $0.averageHeartRate = 1 }])
        let withRoute = HealthPass.Samples.workouts([run { $0.routes = ["a"] }, run()])

        #expect([none, plain, withRate, withRoute].map(\.types) == [0, 0b1, 0b11, 0b101])
        #expect([none, plain, withRate, withRoute].map(\.count) == [0, 1, 2, 2])
        let read = HealthPass.Samples.workouts([run { $0.route = .summary(route) }])
        #expect(read.count == 2)
        let resting = HealthSample(
            start: Instant(seconds: 0),
            end: Instant(seconds: 0),
            value: 1,
            source: 0,
            type: 1,
            fingerprint: 5
        )
        #expect(HealthPass.Samples.samples([resting]).types == 0b10)
        #expect(HealthPass.Samples.samples([resting, resting]).fingerprints == [5])
    }
}
