#if canImport(HealthKit)
import Foundation
import HealthKit
import TrendyHealth

extension HealthMetric {
    /// The HealthKit sample types of the category; workout routes are samples of their own.
    var sampleTypes: [HKSampleType] {
        types.flatMap(\.sampleTypes)
    }

    /// The sample types whose changes may change the metric.
    ///
    /// The rings of a day are no samples; they change with the active energy.
    var observedTypes: [HKSampleType] {
        self == .activitySummary ? [HKQuantityType(.activeEnergyBurned)] : sampleTypes
    }

    /// The types to request access to.
    ///
    /// Medications are chosen one by one.
    var authorizationTypes: [HKObjectType] {
        switch self {
        case .activitySummary: [HKObjectType.activitySummaryType()]
        case .medicationDose: []
        default: sampleTypes
        }
    }
}

extension HealthType {
    /// The HealthKit sample types.
    var sampleTypes: [HKSampleType] {
        switch kind {
        case .quantity: [HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier))]
        case .sleepAnalysis, .category, .span:
            [HKCategoryType(HKCategoryTypeIdentifier(rawValue: identifier))]
        case .workout: [HKObjectType.workoutType(), HKSeriesType.workoutRoute()]
        case .summary: [summaryType].compactMap(\.self)
        }
    }

    /// The unit of a quantity; `nil` for other types.
    var unit: HKUnit? {
        guard case .quantity(let unit, _) = kind else { return nil }
        return HKUnit(from: unit.rawValue)
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
