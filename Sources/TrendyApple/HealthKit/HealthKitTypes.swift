#if canImport(HealthKit)
import Foundation
import HealthKit
import TrendyHealth

extension HealthMetric {
    /// The HealthKit sample types of the category; workout routes are samples of their own.
    var sampleTypes: [HKSampleType] {
        types.flatMap(\.sampleTypes)
    }
}

extension HealthType {
    /// The HealthKit sample types.
    var sampleTypes: [HKSampleType] {
        switch kind {
        case .quantity: [HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier))]
        case .sleepAnalysis, .span: [HKCategoryType(HKCategoryTypeIdentifier(rawValue: identifier))]
        case .workout: [HKObjectType.workoutType(), HKSeriesType.workoutRoute()]
        }
    }

    /// The unit of a quantity; `nil` for other types.
    var unit: HKUnit? {
        guard case .quantity(let unit) = kind else { return nil }
        return switch unit {
        case .count: .count()
        case .kilocalories: .kilocalorie()
        case .perMinute: HKUnit.count().unitDivided(by: .minute())
        case .milliliters: .literUnit(with: .milli)
        case .kilograms: .gramUnit(with: .kilo)
        case .meters: .meter()
        case .milliseconds: .secondUnit(with: .milli)
        }
    }
}

extension HealthDelivery {
    /// The maximum frequency of background delivery.
    var frequency: HKUpdateFrequency {
        switch self {
        case .immediate: .immediate
        case .hourly: .hourly
        }
    }
}

extension HealthSourceError {
    /// Maps an error of HealthKit.
    init(_ error: any Error) {
        guard let error = error as? HKError else {
            self.init(.failed, details: error.localizedDescription)
            return
        }
        switch error.code {
        case .errorDatabaseInaccessible:
            self.init(.locked)
        case .errorAuthorizationNotDetermined:
            self.init(.notAsked)
        case .errorHealthDataUnavailable, .errorHealthDataRestricted:
            self.init(.unavailable)
        case .errorAuthorizationDenied:
            self.init(.denied)
        default:
            self.init(.failed, details: error.localizedDescription)
        }
    }
}
#endif
