#if canImport(HealthKit)
import Foundation
import HealthKit
import TrendyHealth

extension HealthCategory {
    /// What HealthKit has of it; a workout's routes are samples of their own.
    var sampleTypes: [HKSampleType] {
        types.flatMap(\.sampleTypes)
    }
}

extension HealthType {
    /// What HealthKit calls it.
    var sampleTypes: [HKSampleType] {
        switch kind {
        case .quantity: [HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier))]
        case .sleepAnalysis, .span: [HKCategoryType(HKCategoryTypeIdentifier(rawValue: identifier))]
        case .workout: [HKObjectType.workoutType(), HKSeriesType.workoutRoute()]
        }
    }

    /// The unit of a quantity; `nil` for anything else.
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
    /// How often HealthKit may wake the app for it.
    var frequency: HKUpdateFrequency {
        switch self {
        case .immediate: .immediate
        case .hourly: .hourly
        }
    }
}

extension HealthSourceError {
    /// What an error of HealthKit means.
    init(_ error: any Error) {
        guard let error = error as? HKError else {
            self.init(.failed, "Apple Health could not be read: \(error.localizedDescription)")
            return
        }
        switch error.code {
        case .errorDatabaseInaccessible:
            self.init(.locked, "The phone is locked; this is read once it is unlocked.")
        case .errorAuthorizationNotDetermined:
            self.init(.notAsked, "Trendy has not asked yet whether it may read Apple Health.")
        case .errorHealthDataUnavailable, .errorHealthDataRestricted:
            self.init(.unavailable, "This device has no Apple Health, or it may not be used.")
        case .errorAuthorizationDenied:
            self.init(.unavailable, "Apple Health may not be read. Allow it in Settings, Health.")
        default:
            self.init(.failed, "Apple Health could not be read (\(error.code.rawValue)).")
        }
    }
}
#endif
