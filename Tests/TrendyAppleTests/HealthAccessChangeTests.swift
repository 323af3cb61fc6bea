import CoreLocation
import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Changes of read access")
struct HealthAccessChangeTests {
    @Test("Samples before a wider limit are captured, also when all known ones are far later")
    func widened() {
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            phone.health.setReadAuthorization(.limited(from: phone.hour(-240)), for: type)
            phone.health.add([
                phone.steps(100, at: phone.hour(-3)), phone.steps(50, at: phone.hour(-480)),
            ])
            try await phone.capture([.steps])
            let first = try await phone.values()

            phone.health.setReadAuthorization(.allowed, for: type)
            try await phone.capture([.steps])

            let after = try await phone.values()
            #expect(first == ["2025-12-31": "100"])
            #expect(after == ["2025-12-31": "100", "2025-12-12": "50"])
        }
    }

    @Test("Samples after the limit that were reported before access was revoked are read later")
    func revokedAfterLimit() {
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            let limit = phone.hour(-72)
            phone.health.setReadAuthorization(.limited(from: limit), for: type)
            phone.health.add(phone.steps(50, at: phone.hour(-2)))
            try await phone.capture([.steps])

            phone.health.add(phone.steps(100, at: phone.hour(-30)))
            let revoking = HealthCaptureCoordinator(
                store: phone.store,
                source: RevokingSource(base: phone.source) {
                    phone.health.setReadAuthorization(.denied, for: type)
                },
                dependencies: phone.dependencies,
                zones: { ZoneHistory(.gmt) }
            )
            let error = await #expect(throws: HealthSourceError.self) {
                try await revoking.capture([.steps])
            }
            phone.health.setReadAuthorization(.limited(from: limit), for: type)
            try await phone.capture([.steps])

            #expect(error?.code == .readAccessRevoked)
            let after = try await phone.values()
            #expect(after == ["2025-12-30": "100", "2025-12-31": "50"])
        }
    }

    @Test("A workout's heart rate follows its readings while its route is unreadable")
    func heartRateWithoutRoute() {
        CapturingPhone.live { phone in
            let (run, reading) = phone.run(at: phone.hour(-5), heartRate: 120)
            let other = phone.run(at: phone.hour(-5), heartRate: 150).reading
            phone.health.add([run, reading])
            phone.health.add(phone.route(of: run), to: run)
            try await phone.capture([.workout])
            func values(_ property: String) async throws -> [String] {
                Array(try await phone.values(.workout, property).values)
            }
            let before = try await values("route_points")

            phone.health.setReadAuthorization(.denied, for: HKSeriesType.workoutRoute())
            phone.health.add(other)
            try await phone.capture([.workout], .launch)
            let both = try await values("average_heart_rate")
            phone.health.delete(uuids: [other.uuid])
            try await phone.capture([.workout], .launch)

            let one = try await values("average_heart_rate")
            let points = try await values("route_points")
            #expect(both == ["135"] && one == ["120"])
            #expect(before == ["30"] && points == before)
        }
    }

    @Test("A route whose deletion is no longer reported leaves its workout, as others are readable")
    func forgottenRoute() {
        CapturingPhone.live { phone in
            let runs = [-5, -480].map { phone.run(at: phone.hour($0), heartRate: 120).workout }
            let routes = runs.map { phone.route(of: $0) }
            phone.health.add(runs)
            for (run, route) in zip(runs, routes) { phone.health.add(route, to: run) }
            try await phone.capture([.workout])
            let before = try await phone.values(.workout, "route_points")

            phone.health.delete(uuids: [routes[0].uuid])
            phone.health.expireDeletedObjects(before: phone.hour(1000))
            let outcome = try await phone.capture([.workout], .launch)

            let after = try await phone.values(.workout, "route_points")
            #expect(before.count == 2 && after.count == 1)
            #expect(outcome.updated == 1 && outcome.deleted == 0)
        }
    }
}

extension CapturingPhone {
    /// A route of thirty points to the north.
    fileprivate func route(of workout: HKWorkout) -> HKWorkoutRoute {
        let locations = (0..<30).map { point in
            CLLocation(
                coordinate: CLLocationCoordinate2D(
                    latitude: 48 + Double(point) / 10_000,
                    longitude: 2
                ),
                altitude: 100,
                horizontalAccuracy: 5,
                verticalAccuracy: 3,
                timestamp: workout.startDate.addingTimeInterval(Double(point) * 20)
            )
        }
        return health.route(locations, source: watch)
    }
}

/// A source whose changes are the last thing that can be read before the person revokes access.
private struct RevokingSource: ForwardingHealthSource {
    let base: any HealthSource
    let revoke: @Sendable () -> Void

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        let changes = try await base.changes(of: category, since: anchor, limit: limit)
        revoke()
        return changes
    }
}
