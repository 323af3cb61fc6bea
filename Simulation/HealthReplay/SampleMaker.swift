import CoreLocation
import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import TrendyHealth
import TrendyModel

/// Creates HealthKit samples from arriving samples.
///
/// Types, units and sources are created once.
final class SampleMaker {
    private let health: SimulatedHealthStore
    private var types: [String: HKQuantityType] = [:]
    private var units: [String: HKUnit] = [:]
    private var sources: [ArrivingSample.Source: SimulatedSource] = [:]
    private let activities: [String: HKWorkoutActivityType]

    init(_ health: SimulatedHealthStore) {
        self.health = health
        var activities: [String: HKWorkoutActivityType] = [:]
        for raw in UInt(1)...84 {
            guard let type = HKWorkoutActivityType(rawValue: raw) else { continue }
            activities[WorkoutActivity.name(ofRawValue: raw)] = type
        }
        self.activities = activities
    }

    /// Creates a sample with its identifier.
    ///
    /// - `metadata`: added to the sample's own metadata.
    func sample(_ sample: ArrivingSample, metadata: [String: Any] = [:]) -> HKSample {
        var metadata = metadata
        if sample.isUserEntered { metadata[HKMetadataKeyWasUserEntered] = true }
        switch sample.kind {
        case .quantity(let type, let unit):
            return health.quantity(
                quantityType(type),
                HKQuantity(unit: self.unit(unit), doubleValue: sample.value),
                from: Date(sample.start),
                to: Date(sample.end),
                source: source(sample.source),
                metadata: metadata.isEmpty ? nil : metadata,
                uuid: sample.id
            )
        case .category(let type):
            return health.category(
                HKCategoryTypeIdentifier(rawValue: type),
                Int(sample.value),
                from: Date(sample.start),
                to: Date(sample.end),
                source: source(sample.source),
                metadata: metadata.isEmpty ? nil : metadata,
                uuid: sample.id
            )
        case .workout(let activity, let measured, let timeZone):
            if let timeZone { metadata[HKMetadataKeyTimeZone] = timeZone }
            var sums: [HKQuantityTypeIdentifier: HKQuantity] = [:]
            for part in measured {
                sums[HKQuantityTypeIdentifier(rawValue: part.type)] =
                    HKQuantity(unit: unit(part.unit), doubleValue: part.sum)
            }
            return health.workout(
                activities[activity] ?? .other,
                from: Date(sample.start),
                to: Date(sample.end),
                sums: sums,
                source: source(sample.source),
                metadata: metadata,
                uuid: sample.id
            )
        case .route(let locations, _):
            return health.route(
                locations.map { CLLocation($0) },
                source: source(sample.source),
                metadata: metadata.isEmpty ? nil : metadata,
                uuid: sample.id
            )
        }
    }

    private func quantityType(_ identifier: String) -> HKQuantityType {
        if let found = types[identifier] { return found }
        let made = HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier))
        types[identifier] = made
        return made
    }

    private func unit(_ text: String) -> HKUnit {
        if let found = units[text] { return found }
        let made = HKUnit(from: text)
        units[text] = made
        return made
    }

    private func source(_ source: ArrivingSample.Source) -> SimulatedSource {
        if let found = sources[source] { return found }
        let made: SimulatedSource =
            switch source {
            case .watch(let name): .watch(name, id: name)
            case .phone(let name): .iPhone(name, id: name)
            case .app(let name): .app(name, bundleIdentifier: "org.example.\(name)")
            }
        sources[source] = made
        return made
    }
}

extension CLLocation {
    fileprivate convenience init(_ location: ArrivingSample.Location) {
        self.init(
            coordinate: CLLocationCoordinate2D(
                latitude: location.coordinate.latitude,
                longitude: location.coordinate.longitude
            ),
            altitude: location.altitude,
            horizontalAccuracy: location.horizontalAccuracy,
            verticalAccuracy: location.verticalAccuracy,
            timestamp: Date(location.time)
        )
    }
}
