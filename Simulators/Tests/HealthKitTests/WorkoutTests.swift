import CoreLocation
import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Rules 15 and 16.
struct WorkoutTests {
    let test = TestPhone()

    private func run() -> HKWorkout {
        test.health.workout(
            .running,
            from: test.now,
            to: test.now.addingTimeInterval(3600),
            events: [(HKWorkoutEventType.pause, 600.0), (.resume, 900)].map { type, offset in
                HKWorkoutEvent(
                    type: type,
                    dateInterval: DateInterval(
                        start: test.now.addingTimeInterval(offset),
                        duration: 0
                    ),
                    metadata: nil
                )
            },
            sums: [.distanceWalkingRunning: HKQuantity(unit: .meter(), doubleValue: 8000)],
            source: test.watch,
            metadata: [HKMetadataKeyIndoorWorkout: false]
        )
    }

    // Rule 16: duration excludes pauses; statistics(for:) since iOS 16.
    @Test("Rule 16: the duration excludes pauses, the dates do not")
    func duration() throws {
        let store = test.open()
        test.health.add(run())

        let found = test.page(HKObjectType.workoutType(), with: store).samples.first
        let workout = try #require(found as? HKWorkout)

        #expect(workout.duration == 3300)
        #expect(workout.endDate.timeIntervalSince(workout.startDate) == 3600)
        #expect(workout.workoutActivityType == .running)
        #expect(workout.workoutEvents?.map(\.type) == [.pause, .resume])
        #expect(workout.workoutActivities.first?.workoutConfiguration.locationType == .outdoor)
        let distance = workout.statistics(for: HKQuantityType(.distanceWalkingRunning))
        #expect(distance?.sumQuantity()?.doubleValue(for: .meterUnit(with: .kilo)) == 8)
        #expect(workout.statistics(for: TestPhone.energy) == nil)
        #expect(workout.metadata?["HKIndoorWorkout"] as? Bool == false)
    }

    // Rule 16: routes arrive later, as separate samples, possibly several.
    @Test("Rule 16: routes arrive later and are found by their workout")
    func routes() async throws {
        let store = test.open()
        let workout = run()
        test.health.add(workout)
        let predicate = HKQuery.predicateForObjects(from: workout)
        #expect(
            test.samples(HKSeriesType.workoutRoute(), predicate, with: store)?.value?.isEmpty
                == true
        )

        test.timeline.advance(by: .seconds(300))
        test.health.add(test.health.route(locations(250), source: test.watch), to: workout)
        test.health.add(test.health.route(locations(3), source: test.watch), to: workout)

        let ofWorkout = HKSamplePredicate.workoutRoute(predicate)
        let routes = try await test.wait {
            try await HKSampleQueryDescriptor(
                predicates: [ofWorkout],
                sortDescriptors: []
            ).result(for: store)
        }
        #expect(routes.map(\.count) == [250, 3])
        let longest = try #require(routes.first)
        let latitudes = try await test.wait {
            var latitudes: [Double] = []
            for try await location in HKWorkoutRouteQueryDescriptor(longest).results(for: store) {
                latitudes.append(location.coordinate.latitude)
            }
            return latitudes
        }
        #expect(latitudes.count == 250)
        #expect(latitudes == latitudes.sorted())
    }

    // Rule 16: HKWorkoutRouteQuery delivers chunks.
    @Test("Rule 16: a route query delivers chunks and marks the last")
    func routePieces() throws {
        let store = test.open()
        let route = test.health.route(locations(250), source: test.watch)
        test.health.add(route)
        let pieces = Recorder<(Int, Bool)>()

        store.execute(
            HKWorkoutRouteQuery(route: route) { _, locations, isLast, _ in
                pieces.append((locations?.count ?? -1, isLast))
            }
        )
        test.settle()

        #expect(pieces.values.map(\.0) == [100, 100, 50])
        #expect(pieces.values.map(\.1) == [false, false, true])
    }

    // The raw values are Apple's.
    @Test("Rule 16: activities and events have Apple's raw values")
    func rawValues() {
        #expect(HKWorkoutActivityType.running.rawValue == 37)
        #expect(HKWorkoutActivityType.underwaterDiving.rawValue == 84)
        #expect(HKWorkoutActivityType.other.rawValue == 3000)
        #expect(HKWorkoutActivityType(rawValue: 81) == nil)
        #expect(HKWorkoutEventType.pauseOrResumeRequest.rawValue == 8)
    }

    // Rule 15.
    @Test("Rule 15: sleep has Apple's stages, and samples of several sources can overlap")
    func sleep() {
        let store = test.open()
        let stages: [HKCategoryValueSleepAnalysis] = [.asleepCore, .asleepDeep, .awake, .asleepREM]
        for (index, stage) in stages.enumerated() {
            let start = test.now.addingTimeInterval(Double(index) * 1800)
            test.health.add(
                test.health.category(
                    .sleepAnalysis,
                    stage.rawValue,
                    from: start,
                    to: start.addingTimeInterval(1800),
                    source: test.watch
                )
            )
        }
        test.health.add(
            test.health.category(
                .sleepAnalysis,
                HKCategoryValueSleepAnalysis.inBed.rawValue,
                from: test.now,
                to: test.now.addingTimeInterval(7200),
                source: test.iPhone
            )
        )

        let values = test.page(TestPhone.sleep, with: store).samples
            .compactMap { ($0 as? HKCategorySample)?.value }

        #expect(values == [3, 4, 2, 5, 0])
        #expect(HKCategoryValueSleepAnalysis.asleep.rawValue == 1)
        #expect(
            HKCategoryValueSleepAnalysis.allAsleepValues.map(\.rawValue).sorted() == [1, 3, 4, 5]
        )
    }

    private func locations(_ count: Int) -> [CLLocation] {
        (0..<count).map { index in
            CLLocation(
                coordinate: CLLocationCoordinate2D(
                    latitude: 50 + Double(index) / 1000,
                    longitude: 8
                ),
                altitude: 100,
                horizontalAccuracy: 5,
                verticalAccuracy: 5,
                timestamp: test.now.addingTimeInterval(Double(index))
            )
        }
    }
}
