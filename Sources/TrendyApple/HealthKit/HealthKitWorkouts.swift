#if canImport(HealthKit)
import CoreLocation
import Foundation
import HealthKit
import TrendyHealth
import TrendyModel

extension WorkoutSample {
    /// Converts a HealthKit workout.
    ///
    /// - `routes`: routes of about the same time; those that overlap the workout are assigned to
    ///   it.
    init(_ workout: HKWorkout, routes: [HKWorkoutRoute], source: Int) {
        self.init(
            activity: WorkoutActivity.name(ofRawValue: workout.workoutActivityType.rawValue),
            start: Instant(wholeSecondOf: workout.startDate),
            end: Instant(wholeSecondOf: workout.endDate),
            source: source
        )
        duration = Duration(plausibleSeconds: workout.duration)
        energyKilocalories = workout.statistics(for: HKQuantityType(.activeEnergyBurned))?
            .sumQuantity()?.doubleValue(for: .kilocalorie())
        // A workout has one kind of distance, or several when it combines several sports.
        let measured = workout.allStatistics
            .filter { $0.key.identifier.hasPrefix("HKQuantityTypeIdentifierDistance") }
            .sorted { $0.key.identifier < $1.key.identifier }
            .compactMap { $0.value.sumQuantity() }
            .filter { $0.is(compatibleWith: .meter()) }
            .map { $0.doubleValue(for: .meter()) }
        distanceMeters = measured.isEmpty ? nil : measured.reduce(0, +)
        let heartRate = workout.statistics(for: HKQuantityType(.heartRate))
        let beats = HKUnit.count().unitDivided(by: .minute())
        averageHeartRate = heartRate?.averageQuantity()?.doubleValue(for: beats)
        maximumHeartRate = heartRate?.maximumQuantity()?.doubleValue(for: beats)
        timeZone = workout.metadata?[HKMetadataKeyTimeZone] as? String
        isIndoor = workout.metadata?[HKMetadataKeyIndoorWorkout] as? Bool
        pauses = workout.workoutEvents?.count { $0.type == .pause } ?? 0
        let own = routes.filter {
            $0.endDate >= workout.startDate && $0.startDate <= workout.endDate
        }
        uuid = workout.uuid.uuidString
        self.routes = own.map(\.uuid.uuidString).sorted()
        fingerprints =
            [fingerprint(of: workout.uuid), measurementFingerprint]
            + own.map { fingerprint(of: $0.uuid) }
    }

    /// A hash of the measured values, because HealthKit adds values to a workout without changing
    /// its UUID.
    private var measurementFingerprint: UInt32 {
        let values = [
            energyKilocalories, distanceMeters, averageHeartRate, maximumHeartRate,
            duration.map { Double($0.wholeMilliseconds) },
        ]
        // FNV-1a (Fowler, Noll and Vo) over the bit patterns.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for value in values {
            hash = (hash ^ (value?.bitPattern ?? .max)) &* 0x100_0000_01B3
            hash ^= hash >> 29
        }
        return SampleFingerprint.measurement(UInt32(truncatingIfNeeded: hash ^ hash >> 32))
    }
}

extension RouteAccumulator {
    /// Adds the next location of a route.
    mutating func add(_ location: CLLocation) {
        add(
            latitude: location.coordinate.latitude,
            longitude: location.coordinate.longitude,
            altitude: location.altitude,
            horizontalAccuracy: location.horizontalAccuracy,
            verticalAccuracy: location.verticalAccuracy
        )
    }
}
#endif
