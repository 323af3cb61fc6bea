import Foundation
import SimulatedHealthBehavior

/// A statistics query with an async result.
public struct HKStatisticsQueryDescriptor {
    /// The samples to match.
    public let predicate: HKSamplePredicate<HKQuantitySample>
    /// The statistics to compute.
    public let options: HKStatisticsOptions

    /// A descriptor for statistics over samples.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
        self.predicate = predicate
        self.options = options
    }

    /// The statistics; throws `errorNoData` when no samples match.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
        let type = predicate.quantityType
        do {
            return try await healthStore.result { resume in
                HKStatisticsQuery(
                    quantityType: type,
                    quantitySamplePredicate: SamplePredicate(predicate.scope.filter),
                    options: options
                ) { _, statistics, error in
                    resume(answer(statistics, error))
                }
            }
        } catch HKError.errorNoData where !healthStore.database.behavior.emptyStatisticsThrow {
            return nil
        }
    }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
    var quantityType: HKQuantityType {
        guard let type = sampleType as? HKQuantityType else {
            preconditionFailure("A predicate for quantity samples must have a quantity type.")
        }
        return type
    }
}
