import TrendyModel
import TrendyStore

// Processes the samples of days.
extension HealthPass {
    /// Processes the samples of days, and retains the properties of routes that cannot be read.
    func process(
        _ read: Samples,
        _ table: DayTable,
        _ inputs: [DaySamples],
        _ factory: HealthEventFactory
    ) async throws -> [ProcessedHealthData] {
        let context = ProcessingContext(
            days: table,
            zones: zones,
            priority: SourcePriority(try await source.sources, order: sourceOrder),
            deletions: Dictionary(
                inputs.lazy.filter { $0.deletedCount > 0 }.map { ($0.day, $0.deletedCount) },
                uniquingKeysWith: max
            )
        )
        var results = process(read, context)
        for index in results.indices {
            if results[index].keepsRoute { try await preserveRoute(&results[index], factory) }
            if category.isInferred { mark(&results[index]) }
        }
        return results
    }

    /// Marks a result of a type that this version does not know, with its unit.
    private func mark(_ result: inout ProcessedHealthData) {
        result.properties["inferred"] = .boolean(true)
        result.properties["unit"] = category.unit.map { .text($0.rawValue) }
    }
}
