#if canImport(HealthKit)
import Foundation
import HealthKit
package import TrendyHealth
package import TrendyModel

// HealthKit's own totals.
extension HealthKitSource {
    /// Reads the sum of the samples that start in an interval, which HealthKit merges by the
    /// person's order of sources, as the Health app shows it.
    package func total(of category: HealthMetric, in span: Range<Instant>) async throws -> Double? {
        guard category.aggregation == .cumulative, category.types.count == 1,
            let type = category.types.first, let unit = type.unit
        else { return nil }
        return try await mappingErrors {
            // Made here, because a descriptor is not sendable.
            let query = HKStatisticsQueryDescriptor(
                predicate: .quantitySample(
                    type: HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier)),
                    predicate: HKQuery.predicateForSamples(
                        withStart: span.lowerBound.date,
                        end: span.upperBound.date,
                        options: .strictStartDate
                    )
                ),
                options: .cumulativeSum
            )
            do {
                return try await query.result(for: store)?.sumQuantity()?.doubleValue(for: unit)
            } catch let error as HKError where error.code == .errorNoData {
                return nil
            }
        }
    }
}
#endif
