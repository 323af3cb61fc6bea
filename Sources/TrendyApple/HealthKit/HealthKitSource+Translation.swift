#if canImport(HealthKit)
import Foundation
import HealthKit
import TrendyHealth
import TrendyModel

// Translates samples of HealthKit.
extension HealthKitSource {
    func translate(
        _ samples: [HKSample],
        _ category: HealthMetric,
        _ index: Int
    ) async throws -> [HealthSample] {
        let type = category.types[index]
        var seriesSampleIDs: Set<UUID> = []
        var found: [HealthSample] = []
        found.reserveCapacity(samples.count)
        for sample in samples {
            if let quantity = sample as? HKQuantitySample, quantity.count > 1 {
                seriesSampleIDs.insert(sample.uuid)
                continue
            }
            // An implausible sample was reported with the changes.
            _ = take(
                value(of: sample, type),
                of: sample,
                from: sample.startDate,
                to: sample.endDate,
                type,
                UInt8(index),
                &found
            )
        }
        guard !seriesSampleIDs.isEmpty, let quantityType = type.sampleTypes.first as? HKQuantityType
        else { return found }
        let query = HKQuantitySeriesSampleQueryDescriptor(
            predicate: .quantitySample(
                type: quantityType,
                predicate: HKQuery.predicateForObjects(with: seriesSampleIDs)
            ),
            options: .includeSample
        )
        try await mappingErrors {
            for try await part in query.results(for: store) {
                guard let sample = part.sample else { continue }
                let rejection = take(
                    number(part.quantity, in: unit(of: type)),
                    of: sample,
                    from: part.dateInterval.start,
                    to: part.dateInterval.end,
                    type,
                    UInt8(index),
                    &found
                )
                if let rejection {
                    let fingerprint = fingerprint(of: sample.uuid)
                    rejectionsOfParts[category, default: [:]][fingerprint] = rejection
                }
            }
        }
        return found
    }

    /// Appends a sample, or a part of one, when it is plausible.
    ///
    /// - Returns: the reason for its rejection; `nil` when it was appended.
    func take(
        _ value: Double?,
        of sample: HKSample,
        from start: Date,
        to end: Date,
        _ type: HealthType,
        _ index: UInt8,
        _ samples: inout [HealthSample]
    ) -> SampleRejection? {
        let (start, end) = (Instant(wholeSecondOf: start), Instant(wholeSecondOf: end))
        guard let value else { return .noValue }
        if let rejection = SampleRejection.of(type.kind, start: start, end: end, value: value) {
            return rejection
        }
        samples.append(
            HealthSample(
                start: start,
                end: end,
                value: value,
                source: sourceIndex(of: sample),
                isUserEntered: sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool ?? false,
                type: index,
                fingerprint: fingerprint(of: sample.uuid)
            )
        )
        return nil
    }

    /// The types of samples as a bit set, and the reasons for rejected samples by fingerprint.
    func content(
        of samples: [HKSample],
        in category: HealthMetric
    ) -> (types: UInt64, rejections: [UInt32: SampleRejection]) {
        var types: UInt64 = 0
        var rejections: [UInt32: SampleRejection] = [:]
        for sample in samples {
            guard
                let index = category.types.firstIndex(where: {
                    $0.sampleTypes.first == sample.sampleType
                })
            else { continue }
            types |= 1 << UInt64(index)
            rejections[fingerprint(of: sample.uuid)] = rejection(of: sample, category.types[index])
        }
        return (types, rejections)
    }

    func rejection(of sample: HKSample, _ type: HealthType) -> SampleRejection? {
        if let workout = sample as? HKWorkout {
            var sample = WorkoutSample(workout, routes: [], source: 0)
            if let rejection = Self.rejection(of: sample) { return rejection }
            let isWhole = sample.removeImpossible() == 0 && sample.duration != nil
            return isWhole ? nil : .impossibleWorkoutValue
        }
        // The parts of a series sample are validated when they are read.
        if let quantity = sample as? HKQuantitySample, quantity.count > 1 { return nil }
        if type.kind == .summary {
            return SampleRejection.of(
                .summary,
                start: Instant(wholeSecondOf: sample.startDate),
                end: Instant(wholeSecondOf: sample.endDate),
                value: 0
            )
        }
        guard let value = value(of: sample, type) else { return .noValue }
        return SampleRejection.of(
            type.kind,
            start: Instant(wholeSecondOf: sample.startDate),
            end: Instant(wholeSecondOf: sample.endDate),
            value: value
        )
    }

    static func rejection(of workout: WorkoutSample) -> SampleRejection? {
        SampleRejection.of(.workout, start: workout.start, end: workout.end, value: 0)
    }

    func value(of sample: HKSample, _ type: HealthType) -> Double? {
        switch sample {
        case let quantity as HKQuantitySample: number(quantity.quantity, in: unit(of: type))
        case let category as HKCategorySample:
            switch type.kind {
            case .span: 0
            case .category(let values): Double(values.known(category.value))
            default: Double(category.value)
            }
        default: nil
        }
    }

    func unit(of type: HealthType) -> HKUnit? {
        guard case .quantity(let unit, _) = type.kind else { return nil }
        if let known = units[unit] { return known }
        units[unit] = type.unit
        return units[unit]
    }

    func number(_ quantity: HKQuantity, in unit: HKUnit?) -> Double? {
        guard let unit, quantity.is(compatibleWith: unit) else { return nil }
        let number = quantity.doubleValue(for: unit)
        return unit == .percent() ? HealthUnit.percentage(ofFraction: number) : number
    }

    func sourceIndex(of sample: HKSample) -> Int {
        let description = HealthSourceDescription(sample.sourceRevision)
        if let index = sourceIndices[description] { return index }
        sourceIndices[description] = sources.count
        sources.append(description)
        return sources.count - 1
    }
}
#endif
