import Foundation
import SimulatedHealthBehavior

/// One set of statistics, waited for.
public struct HKStatisticsQueryDescriptor: Sendable {
    /// Over which samples.
    public let predicate: HKSamplePredicate<HKQuantitySample>
    /// What is computed.
    public let options: HKStatisticsOptions

    /// Statistics over samples.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
        self.predicate = predicate
        self.options = options
    }

    /// The statistics; throws `errorNoData` when there is nothing to compute from.
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
            preconditionFailure("A predicate for quantity samples is of a quantity.")
        }
        return type
    }
}
