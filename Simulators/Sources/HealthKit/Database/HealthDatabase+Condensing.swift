package import Foundation
import SimulatedPhone
import Synchronization

extension HealthDatabase {
    /// Condenses a workout as the system does with old ones: samples of Apple's devices become one
    /// series for each type and source, and the originals are deleted.
    package func condense(workout: UUID) {
        let groups: [[HKQuantitySample]] = state.withLock { state in
            let samples = (state.members[workout] ?? []).compactMap { state.locations[$0] }
                .sorted { $0.row < $1.row }
                .compactMap { state.indexes[$0.index].sample(row: $0.row) as? HKQuantitySample }
                .filter { $0.source.bundleIdentifier.hasPrefix("com.apple.health") }
            return Dictionary(grouping: samples) {
                "\($0.sampleType.identifier) \($0.source.bundleIdentifier)"
            }
            .sorted { $0.key < $1.key }
            .map(\.value)
        }
        for group in groups {
            guard let series = series(of: group) else { continue }
            delete(group.map(\.uuid))
            add([series], to: workout)
        }
    }

    private func series(of samples: [HKQuantitySample]) -> HKQuantitySample? {
        guard let first = samples.first else { return nil }
        let unit = first.quantity.unit
        let points = samples.flatMap { sample in
            sample.points.map { point in
                let quantity = HKQuantity(unit: sample.quantity.unit, doubleValue: point.value)
                let value = quantity.doubleValue(for: unit)
                return SeriesPoint(start: point.start, end: point.end, value: value)
            }
        }
        guard points.count > 1 else { return nil }
        let sum = points.reduce(0) { $0 + $1.value }
        let isCumulative = first.quantityType.aggregationStyle == .cumulative
        return HKQuantitySample.make(
            HKObjectRecord(
                uuid: randomness.uuid(),
                device: first.device,
                savedBy: first.savedBy
            ),
            type: first.quantityType,
            quantity: HKQuantity(
                unit: unit,
                doubleValue: isCumulative ? sum : sum / Double(points.count)
            ),
            start: points.map(\.start).min() ?? first.startDate,
            end: points.map(\.end).max() ?? first.endDate,
            series: points.sorted { $0.start < $1.start }
        )
    }
}
