#if canImport(HealthKit)
import Foundation
import HealthKit
package import TrendyHealth
package import TrendyModel

// Reads dated summaries.
extension HealthKitSource {
    /// Reads the dated summaries of a metric that start in an interval.
    package func summaries(
        of category: HealthMetric,
        in span: Range<Instant>
    ) async throws -> [SummarySample] {
        try await mappingErrors {
            if category == .activitySummary {
                return try await HealthKitActivity(store: store).summaries(in: span)
            }
            let window = HKQuery.predicateForSamples(
                withStart: span.lowerBound.date,
                end: span.upperBound.date,
                options: .strictStartDate
            )
            var found: [SummarySample] = []
            for type in category.sampleTypes {
                let query = HKSampleQueryDescriptor<HKSample>(
                    predicates: [.sample(type: type, predicate: window)],
                    sortDescriptors: []
                )
                let samples = try await query.result(for: store)
                let names = samples.isEmpty ? [:] : try await medicationNames(for: category)
                found += samples.compactMap { SummarySample($0, medications: names) }
            }
            return found.sorted { ($0.start, $0.key) < ($1.start, $1.key) }
        }
    }

    /// The names of the person's medications, by their identifiers; empty for other metrics.
    func medicationNames(for category: HealthMetric) async throws -> [AnyHashable: String] {
        guard category == .medicationDose, #available(iOS 26, macOS 26, *) else { return [:] }
        let medications = try await HKUserAnnotatedMedicationQueryDescriptor().result(for: store)
        return Dictionary(
            medications.map { medication in
                let name = medication.nickname ?? medication.medication.displayText
                return (
                    AnyHashable(medication.medication.identifier),
                    name.trimmingCharacters(in: .whitespaces)
                )
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
#endif
