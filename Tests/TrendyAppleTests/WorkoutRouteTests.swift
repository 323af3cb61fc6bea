import CoreLocation
import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyApple
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Routes of workouts from HealthKit")
struct WorkoutRouteTests {
    private static let properties = [
        "routes", "route_points", "route_meters", "route_ascent_meters", "route_descent_meters",
    ]

    /// The route properties of the workout events, in order.
    private static func routes(_ phone: CapturingPhone) async throws -> [[String: String]] {
        var found: [String: [String: String]] = [:]
        for property in properties {
            for (key, value) in try await phone.values(.workout, property) {
                found[key, default: [:]][property] = value
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    @Test("A route is summarized, without points of unknown position")
    func summed() {
        CapturingPhone.live { phone in
            let run = phone.run(at: phone.hour(-5), heartRate: 120).workout
            phone.health.add(run)
            phone.health.add(
                phone.route(of: run, points: 250, unknown: [3, 100]),
                to: run
            )

            try await phone.capture([.workout])

            let routes = try await Self.routes(phone)
            #expect(
                routes == [
                    [
                        "routes": "1", "route_points": "248", "route_meters": "2769",
                        "route_ascent_meters": "125", "route_descent_meters": "0",
                    ]
                ]
            )
        }
    }

    @Test("A route that is added later, smoothed or deleted changes its workout")
    func later() {
        CapturingPhone.live { phone in
            let run = phone.run(at: phone.hour(-5), heartRate: 120).workout
            phone.health.add(run)
            try await phone.capture([.workout])
            let without = try await Self.routes(phone)

            let rough = phone.route(of: run, points: 20)
            phone.health.add(rough, to: run)
            let came = try await phone.capture([.workout])
            let first = try await Self.routes(phone)
            phone.health.delete(uuids: [rough.uuid])
            let smooth = phone.route(of: run, points: 10)
            phone.health.add(smooth, to: run)
            let replaced = try await phone.capture([.workout])
            let second = try await Self.routes(phone)
            phone.health.delete(uuids: [smooth.uuid])
            let deleted = try await phone.capture([.workout])
            let last = try await Self.routes(phone)

            #expect(without == [] && last == [])
            #expect(first.map { $0["route_points"] } == ["20"])
            #expect(second.map { $0["route_points"] } == ["10"])
            #expect([came, replaced, deleted].map(\.updated) == [1, 1, 1])
            #expect([came, replaced, deleted].map(\.created) == [0, 0, 0])
        }
    }

    @Test("A pass without changes reads no points and writes nothing; each route is read once")
    func quiet() {
        CapturingPhone.live { phone in
            for day in 0..<40 {
                let run = phone.run(at: phone.hour(Double(day) * -24 - 5), heartRate: 120).workout
                phone.health.add(run)
                phone.health.add(phone.route(of: run, points: 30), to: run)
            }
            try await phone.capture([.workout])
            let read = phone.health.routeQueries
            let pending = try await phone.store.read { try $0.queue.status() }.pending

            let launch = try await phone.capture([.workout], .launch)
            let periodic = try await phone.capture([.workout], .periodic)

            #expect(read == 40)
            #expect(launch == .init() && periodic == .init())
            #expect(phone.health.routeQueries == read)
            let after = try await phone.store.read { try $0.queue.status() }.pending
            #expect(after == pending)
        }
    }

    @Test("Two apps that record one way keep a route each, and the event uses the better one")
    func twoApps() {
        CapturingPhone.live { phone in
            let start = phone.hour(-5)
            let run = phone.run(at: start, heartRate: 120).workout
            let other = phone.health.workout(
                .running,
                from: start,
                to: start.addingTimeInterval(600),
                source: phone.iPhone
            )
            // A hike that began earlier overlaps it; the route of the hike begins before the hike.
            let hike = phone.health.workout(
                .hiking,
                from: start.addingTimeInterval(-300),
                to: start.addingTimeInterval(600),
                source: phone.iPhone
            )
            phone.health.add([run, other, hike])
            phone.health.add(phone.route(of: run, points: 30), to: run)
            phone.health.add(phone.route(of: other, points: 20), to: other)
            phone.health.add(phone.route(of: hike, points: 40, early: 2), to: hike)

            try await phone.capture([.workout])

            let routes = try await Self.routes(phone)
            #expect(routes.map { $0["route_points"] } == ["40", "30"])
            #expect(routes.map { $0["routes"] } == ["1", "2"])
        }
    }

    @Test("An unreadable route does not delay its workout, and is retried with its day")
    func unreadableRoute() {
        CapturingPhone.live { phone in
            let run = phone.run(at: phone.hour(-5), heartRate: 120).workout
            phone.health.add(run)
            phone.health.add(phone.route(of: run, points: 30), to: run)
            phone.health.routeError = .errorUserCanceled

            let first = try await phone.capture([.workout])
            let without = try await Self.routes(phone)
            let pending = try await phone.store.read { try $0.queue.status() }.pending
            let day = try #require(CalendarDay("2025-12-31"))
            let basis = try await phone.store.read {
                try $0.health.samples(category: "workout", days: day...day)
            }
            let again = try await phone.capture([.workout], .launch)
            let stillBasis = try await phone.store.read {
                try $0.health.samples(
                    category: "workout",
                    days: day...day
                )
            }
            let stillPending = try await phone.store.read { try $0.queue.status() }.pending
            let tries = phone.health.routeQueries
            phone.health.routeError = nil
            let signal = try await phone.capture([.workout])
            let report = try await HealthReport(
                of: phone.store,
                at: phone.dependencies.wallClock.now()
            )
            let recovered = try await phone.capture([.workout], .launch)
            let after = try await HealthReport(
                of: phone.store,
                at: phone.dependencies.wallClock.now()
            )
            let with = try await Self.routes(phone)

            #expect(first.created == 1)
            #expect(without == [["routes": "1"]])
            #expect(again == .init() && tries == 2)
            #expect(stillBasis == basis && stillPending == pending)
            #expect(signal == .init())
            #expect(recovered.updated == 1)
            #expect(with.map { $0["route_points"] } == ["30"])
            #expect(report.lines.first?.rejections == [SampleRejection.unreadableRoute.rawValue: 1])
            #expect(after.lines.first?.rejections == nil)
            let failure = try await phone.store.read { try $0.health.state(category: "workout") }
                .failure
            #expect(failure == nil)
        }
    }

    @Test("A route summary does not appear and disappear with read errors")
    func noFlapping() {
        CapturingPhone.live { phone in
            let (run, reading) = phone.run(at: phone.hour(-5), heartRate: 120)
            phone.health.add(run)
            phone.health.add(phone.route(of: run, points: 30), to: run)
            try await phone.capture([.workout])
            let before = try await Self.routes(phone)

            phone.health.routeError = .errorUserCanceled
            phone.health.add(reading)
            let launch = try await phone.capture([.workout], .launch)
            let during = try await Self.routes(phone)
            let rate = try await phone.values(.workout, "average_heart_rate")
            phone.health.routeError = nil
            let after = try await phone.capture([.workout], .launch)

            #expect(launch.updated == 1)
            #expect(Array(rate.values) == ["120"])
            #expect(during == before && before.count == 1)
            #expect(after.updated == 0 && after.created == 0)
            let last = try await Self.routes(phone)
            #expect(last == before)
        }
    }

    @Test("A phone locked during the reading of a route postpones the pass, and nothing is lost")
    func locked() {
        CapturingPhone.live { phone in
            let run = phone.run(at: phone.hour(-5), heartRate: 120).workout
            phone.health.add(run)
            phone.health.add(phone.route(of: run, points: 30), to: run)
            phone.health.routeError = .errorDatabaseInaccessible

            let error = await #expect(throws: HealthSourceError.self) {
                try await phone.capture([.workout])
            }
            let during = try await Self.routes(phone)
            phone.health.routeError = nil
            try await phone.capture([.workout])

            #expect(error?.code == .locked)
            #expect(during == [])
            let after = try await Self.routes(phone)
            #expect(after.map { $0["route_points"] } == ["30"])
        }
    }

    @Test("Route summaries stay when access to routes is revoked")
    func revoked() {
        CapturingPhone.live { phone in
            let type = HKSeriesType.workoutRoute()
            let (run, reading) = phone.run(at: phone.hour(-5), heartRate: 120)
            phone.health.add(run)
            phone.health.add(phone.route(of: run, points: 30), to: run)
            try await phone.capture([.workout])
            let before = try await Self.routes(phone)

            phone.health.setReadAuthorization(.denied, for: type)
            let quiet = try await phone.capture([.workout], .launch)
            phone.health.add(reading)
            phone.health.add(phone.run(at: phone.hour(-3), heartRate: 90).workout)
            let changed = try await phone.capture([.workout], .launch)
            let pending = try await phone.store.read { try $0.queue.status() }.pending
            let again = try await phone.capture([.workout], .launch)
            let during = try await Self.routes(phone)
            let stillPending = try await phone.store.read { try $0.queue.status() }.pending
            phone.health.setReadAuthorization(.allowed, for: type)
            let allowed = try await phone.capture([.workout], .launch)

            #expect(quiet == .init() && again == .init() && allowed == .init())
            #expect(changed.updated == 1 && changed.created == 1)
            #expect(during == before && before.count == 1)
            #expect(stillPending == pending)
            let rates = try await phone.values(.workout, "average_heart_rate")
            #expect(rates.values.sorted() == ["120"])
            let last = try await Self.routes(phone)
            #expect(last == before)
        }
    }

    @Test("A workout deleted with its route is deleted, also without access to routes")
    func deletedWhileRevoked() {
        CapturingPhone.live { phone in
            let run = phone.run(at: phone.hour(-5), heartRate: 120).workout
            let other = phone.run(at: phone.hour(-30), heartRate: 120).workout
            let route = phone.route(of: run, points: 30)
            phone.health.add([run, other])
            phone.health.add(route, to: run)
            try await phone.capture([.workout])

            phone.health.setReadAuthorization(.denied, for: HKSeriesType.workoutRoute())
            phone.health.delete(uuids: [run.uuid, route.uuid])
            let outcome = try await phone.capture([.workout], .launch)

            #expect(outcome.deleted == 1)
            let left = try await phone.values(.workout, "activity")
            #expect(left.count == 1)
        }
    }

    @Test("Without access to routes, workouts have none, and no points are requested")
    func denied() {
        CapturingPhone.live { phone in
            let run = phone.run(at: phone.hour(-5), heartRate: 120).workout
            phone.health.add(run)
            phone.health.add(phone.route(of: run, points: 30), to: run)
            phone.health.setReadAuthorization(.denied, for: HKSeriesType.workoutRoute())

            let first = try await phone.capture([.workout])
            let second = try await phone.capture([.workout], .launch)

            #expect(first.created == 1 && second == .init())
            #expect(phone.health.routeQueries == 0)
            let routes = try await Self.routes(phone)
            #expect(routes == [])
        }
    }
}

extension CapturingPhone {
    /// A route to the north; each point is 11 m further and 0.5 m higher.
    ///
    /// - `unknown`: the points whose position the device did not know.
    /// - `early`: the number of seconds by which it begins before the workout.
    fileprivate func route(
        of workout: HKWorkout,
        points: Int,
        unknown: Set<Int> = [],
        early: TimeInterval = 0
    ) -> HKWorkoutRoute {
        let span = workout.endDate.timeIntervalSince(workout.startDate)
        let locations = (0..<points).map { point in
            CLLocation(
                coordinate: CLLocationCoordinate2D(
                    latitude: 48 + Double(point) / 10_000,
                    longitude: unknown.contains(point) ? 20 : 2
                ),
                altitude: 100 + Double(point) / 2,
                horizontalAccuracy: unknown.contains(point) ? -1 : 5,
                verticalAccuracy: 3,
                timestamp: workout.startDate.addingTimeInterval(
                    span * Double(point) / Double(points) - early
                )
            )
        }
        return health.route(locations, source: watch)
    }
}
