import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Health metrics")
struct HealthMetricTests {
    @Test("Flights that watch and phone recorded simultaneously count once, hour by hour")
    func flights() {
        CapturingPhone.live { phone in
            func flights(_ count: Double, _ hour: Double, _ source: SimulatedSource) -> HKSample {
                phone.health.quantity(
                    .flightsClimbed,
                    count,
                    .count(),
                    from: phone.hour(hour),
                    to: phone.hour(hour).addingTimeInterval(600),
                    source: source
                )
            }
            phone.health.add([
                flights(3, -14, phone.watch), flights(4, -14, phone.iPhone),
                flights(2, -13, phone.iPhone),
            ])

            let outcome = try await phone.capture([.flightsClimbed])

            #expect(outcome.created == 1)
            let counts = try await phone.values(.flightsClimbed)
            #expect(counts == ["2025-12-31": "5"])
            let hourly = try await phone.values(.flightsClimbed, "hourly")
            #expect(
                hourly["2025-12-31"] == "[0,0,0,0,0,0,0,0,0,0,3,2,0,0,0,0,0,0,0,0,0,0,0,0]"
            )
        }
    }

    @Test("Readings have the minimum, average and maximum of the day and of each hour")
    func variability() {
        CapturingPhone.live { phone in
            phone.health.add(
                [(40.0, -14.0), (61, -13.9), (52.5, -14.1), (33, -20)].map { value, hour in
                    phone.health.quantity(
                        .heartRateVariabilitySDNN,
                        value,
                        .secondUnit(with: .milli),
                        from: phone.hour(hour),
                        source: phone.watch
                    )
                }
            )

            try await phone.capture([.heartRateVariability])

            func value(_ property: String) async throws -> String? {
                try await phone.values(.heartRateVariability, property)["2025-12-31"]
            }
            func hours(_ values: [Int: String]) -> String {
                "[" + (0..<24).map { values[$0] ?? "null" }.joined(separator: ",") + "]"
            }
            let day = try await [value("minimum"), value("average"), value("maximum")]
            #expect(day == ["33", "46.6", "61"])
            let readings = try await value("readings")
            #expect(readings == "4")
            let minimum = try await value("hourly_minimum")
            #expect(minimum == hours([4: "33", 9: "52.5", 10: "40"]))
            let average = try await value("hourly_average")
            #expect(average == hours([4: "33", 9: "52.5", 10: "50.5"]))
            let maximum = try await value("hourly_maximum")
            #expect(maximum == hours([4: "33", 9: "52.5", 10: "61"]))
        }
    }

    @Test("A night's efficiency is the time asleep divided by the time in bed")
    func efficiency() {
        CapturingPhone.live { phone in
            func sleep(
                _ stage: HKCategoryValueSleepAnalysis,
                _ start: Double,
                _ end: Double,
                _ source: SimulatedSource
            ) -> HKSample {
                phone.health.category(
                    .sleepAnalysis,
                    stage.rawValue,
                    from: phone.hour(start),
                    to: phone.hour(end),
                    source: source
                )
            }
            phone.health.add([
                sleep(.inBed, -26, -16, phone.iPhone),
                sleep(.asleepCore, -25, -21, phone.watch),
                sleep(.awake, -21, -20.5, phone.watch),
                sleep(.asleepREM, -20.5, -17, phone.watch),
                // Without in-bed samples it is the time asleep and awake.
                sleep(.asleepDeep, -10, -9.1, phone.watch),
                sleep(.awake, -9.1, -9, phone.watch),
            ])

            try await phone.capture([.sleep])

            let values = try await phone.values(.sleep, "efficiency")
            #expect(values == ["2025-12-31/1": "0.75", "2025-12-31/2": "0.9"])
        }
    }

    @Test("A workout has its pauses, its location, and the maximum heart rate")
    func workout() {
        CapturingPhone.live { phone in
            let start = phone.hour(-5)
            func event(_ type: HKWorkoutEventType, _ minute: Double) -> HKWorkoutEvent {
                HKWorkoutEvent(
                    type: type,
                    dateInterval: DateInterval(
                        start: start.addingTimeInterval(minute * 60),
                        duration: 0
                    ),
                    metadata: nil
                )
            }
            let readings = [(110.0, 1.0), (171, 10), (140, 25)].map { value, minute in
                phone.health.quantity(
                    .heartRate,
                    value,
                    .count().unitDivided(by: .minute()),
                    from: start.addingTimeInterval(minute * 60),
                    source: phone.watch
                )
            }
            let workout = phone.health.workout(
                .running,
                from: start,
                to: start.addingTimeInterval(1800),
                events: [
                    event(.pause, 5), event(.resume, 7), event(.lap, 9), event(.pause, 20),
                    event(.resume, 21),
                ],
                source: phone.watch,
                metadata: [HKMetadataKeyIndoorWorkout: true]
            )
            phone.health.add(workout)
            phone.health.add(readings)

            try await phone.capture([.workout])

            func value(_ property: String) async throws -> [String] {
                Array(try await phone.values(.workout, property).values)
            }
            let found = try await [
                value("pauses"), value("indoor"), value("maximum_heart_rate"),
                value("average_heart_rate"), value("duration"),
            ]
            #expect(found.map(\.first) == ["2", "true", "171", "140.3", "1620"])
        }
    }

    @Test("An implausible part of a series sample is excluded, and counted until it is deleted")
    func condensed() {
        CapturingPhone.live { phone in
            let start = phone.hour(-24 * 120)
            let rates = [100.0, 5000, 120].enumerated().map { index, rate in
                phone.health.quantity(
                    .heartRate,
                    rate,
                    .count().unitDivided(by: .minute()),
                    from: start.addingTimeInterval(Double(index) * 10),
                    source: phone.watch
                )
            }
            let workout = phone.health.workout(
                .running,
                from: start,
                to: start.addingTimeInterval(600),
                source: phone.watch
            )
            phone.health.add(workout)
            phone.health.add(rates, to: workout)
            try await phone.capture([.heartRate])
            let before = try await phone.store.read {
                try $0.health.sampleRejections(category: "heart_rate")
            }

            phone.health.condense(workout: workout)
            try await phone.capture([.heartRate])
            let condensed = try await phone.store.read {
                try $0.health.sampleRejections(category: "heart_rate")
            }
            for _ in 0..<4 { try await phone.capture([.heartRate], .periodic) }
            let again = try await phone.store.read {
                try $0.health.sampleRejections(category: "heart_rate")
            }
            let average = try await phone.values(.heartRate, "average")
            let series = phone.health.allSamples(of: HKQuantityType(.heartRate))
            phone.health.delete(uuids: series.map(\.uuid))
            phone.health.add(rates[0])
            try await phone.capture([.heartRate])
            let after = try await phone.store.read {
                try $0.health.sampleRejections(category: "heart_rate")
            }

            let one = [SampleRejection.impossibleValue.rawValue: 1]
            #expect(before == one && condensed == one && again == one)
            // 100 holds for 20 seconds, 120 for ten minutes.
            #expect(average["2025-09-03"] == "119.4")
            #expect(after.isEmpty)
        }
    }
}
