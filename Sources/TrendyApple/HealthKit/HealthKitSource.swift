// TrendyApple: adapters of Apple's frameworks to the protocols of Trendy's modules; no decisions.

#if canImport(HealthKit)
import Foundation
package import HealthKit
package import TrendyHealth
package import TrendyModel

/// Reads samples from HealthKit.
package actor HealthKitSource: HealthSource {
    private let store: HKHealthStore
    private var sourceIndices: [HealthSourceDescription: Int] = [:]
    /// The latest anchor of each category, because unarchiving one at each pass is slow.
    private var anchors: [HealthMetric: (bytes: [UInt8], anchor: HKQueryAnchor)] = [:]

    /// The parsed units, because parsing one for each sample is slow.
    private var units: [HealthUnit: HKUnit] = [:]

    /// Rejected parts of series samples, read since the last call of ``rejectedCount(in:)``.
    private var rejectionsOfParts: [HealthMetric: [UInt32: SampleRejection]] = [:]

    /// The sources of the samples read so far.
    package private(set) var sources: [HealthSourceDescription] = []

    /// True: every HealthKit sample has a UUID.
    package nonisolated var hasFingerprints: Bool { true }

    /// Creates a source over a store.
    package init(_ store: HKHealthStore) {
        self.store = store
    }

    /// Reads a page of samples added and deleted after an anchor, in the order of arrival on the
    /// phone.
    ///
    /// When HealthKit rejects the anchor, because it belongs to another phone or to the time before
    /// a restore, reading starts from the beginning.
    package func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        if category == .activitySummary {
            return try await mappingErrors {
                try await HealthKitActivity(store: store).changes(since: anchor)
            }
        }
        guard !category.sampleTypes.isEmpty else {
            return HealthChanges(spans: [], anchor: anchor, isAuthoritative: false)
        }
        var old = anchor.flatMap { self.anchor(of: $0, category) }
        let result = try await mappingErrors {
            do {
                return try await query(category, since: old, limit).result(for: store)
            } catch let error as HKError where error.code == .errorInvalidArgument && old != nil {
                old = nil
                return try await query(category, since: nil, limit).result(for: store)
            }
        }
        let isEmpty = result.addedSamples.isEmpty && result.deletedObjects.isEmpty
        // When nothing has changed, return the stored anchor byte for byte.
        let updatedAnchor = try old == nil || !isEmpty ? Self.bytes(of: result.newAnchor) : anchor
        if let updatedAnchor, updatedAnchor != anchor {
            anchors[category] = (updatedAnchor, result.newAnchor)
        }
        let (types, rejections) = content(of: result.addedSamples, in: category)
        return HealthChanges(
            spans: SampleSpans(result.addedSamples).spans,
            types: types,
            deleted: Set(result.deletedObjects.map { fingerprint(of: $0.uuid) }),
            rejections: rejections,
            anchor: updatedAnchor,
            hasMore: !isEmpty
        )
    }

    private func query(
        _ category: HealthMetric,
        since anchor: HKQueryAnchor?,
        _ limit: Int
    ) -> HKAnchoredObjectQueryDescriptor<HKSample> {
        HKAnchoredObjectQueryDescriptor(
            predicates: category.sampleTypes.map { .sample(type: $0) },
            anchor: anchor,
            limit: limit
        )
    }

    /// Reads the samples of a category that overlap an interval; series samples are expanded.
    package func samples(
        of category: HealthMetric,
        in span: Range<Instant>
    ) async throws -> [HealthSample] {
        var found: [HealthSample] = []
        for (index, type) in category.types.enumerated() {
            for sampleType in type.sampleTypes {
                let query = HKSampleQueryDescriptor<HKSample>(
                    predicates: [.sample(type: sampleType, predicate: Self.overlap(span))],
                    sortDescriptors: []
                )
                let samples = try await mappingErrors { try await query.result(for: store) }
                found += try await translate(samples, category, index).filter {
                    // HealthKit includes samples that only touch the interval, and returns all
                    // parts of a series sample, including those beyond the interval.
                    $0.start < span.upperBound
                        && ($0.end > $0.start
                            ? $0.end > span.lowerBound : $0.start >= span.lowerBound)
                }
            }
        }
        return found.sorted {
            ($0.start, $0.end, $0.value, $0.source) < ($1.start, $1.end, $1.value, $1.source)
        }
    }

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
    private func medicationNames(for category: HealthMetric) async throws -> [AnyHashable: String] {
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

    /// Returns and clears the series samples with an implausible part, by fingerprint.
    package func rejectedCount(in category: HealthMetric) -> [UInt32: SampleRejection] {
        rejectionsOfParts.removeValue(forKey: category) ?? [:]
    }

    /// Whether HealthKit returns any sample of a type.
    package func hasSamples(of category: HealthMetric, type: Int) async throws -> Bool {
        // Each type has one sample type, except workouts, which have routes as well.
        if category == .activitySummary {
            return try await mappingErrors {
                try await HealthKitActivity(store: store).hasSummaries()
            }
        }
        guard category.sampleTypes.indices.contains(type) else { return false }
        let query = HKSampleQueryDescriptor<HKSample>(
            predicates: [.sample(type: category.sampleTypes[type])],
            sortDescriptors: [],
            limit: 1
        )
        return try await !mappingErrors { try await query.result(for: store) }.isEmpty
    }

    /// The start of the readable history when the person limited access to newer samples; `nil`
    /// when access is not limited.
    ///
    /// For several types, the latest start counts.
    package func boundary(of category: HealthMetric) async throws -> Instant? {
        // Apple's SDK contains the API since iOS 27, which ships with Swift 6.4.
        #if !canImport(Darwin) || (os(iOS) && compiler(>=6.4))
        guard #available(iOS 27, *) else { return nil }
        var types = Set(category.sampleTypes)
        guard !types.isEmpty else { return nil }
        // Heart rate samples complete the workouts, so their limit applies as well.
        if category == .workout { types.formUnion(HealthMetric.heartRate.sampleTypes.prefix(1)) }
        let dates = try await mappingErrors { [types] in
            try await store.earliestAuthorizedSampleDate(for: types)
        }
        return dates.values.max().map {
            Instant(
                wholeSecondOf: Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.up))
            )
        }
        #else
        return nil
        #endif
    }

    /// Reads the workouts that start in an interval, with the routes of their time.
    package func workouts(startingIn span: Range<Instant>) async throws -> [WorkoutSample] {
        let window = HKQuery.predicateForSamples(
            withStart: span.lowerBound.date,
            end: span.upperBound.date,
            options: .strictStartDate
        )
        let query = HKSampleQueryDescriptor(
            predicates: [.workout(window)],
            sortDescriptors: []
        )
        let workouts = try await mappingErrors { try await query.result(for: store) }
        guard let end = workouts.map(\.endDate).max() else { return [] }
        let routesQuery = HKSampleQueryDescriptor(
            predicates: [
                .workoutRoute(
                    HKQuery.predicateForSamples(withStart: span.lowerBound.date, end: end)
                )
            ],
            sortDescriptors: []
        )
        let routes = try await mappingErrors { try await routesQuery.result(for: store) }
        return workouts.compactMap { workout in
            var sample = WorkoutSample(workout, routes: routes, source: sourceIndex(of: workout))
            _ = sample.removeImpossible()
            return Self.rejection(of: sample) == nil ? sample : nil
        }.sorted {
            ($0.start, $0.activity, $0.source) < ($1.start, $1.activity, $1.source)
        }
    }

    /// Reads the routes that belong to a workout and summarizes them.
    ///
    /// Needs one query for the workout, one for its routes, and one per route that streams its
    /// points about a hundred at a time. The points are not kept.
    package func readingRoutes(of workout: WorkoutSample) async throws -> WorkoutSample {
        try await mappingErrors { try await readRoutes(of: workout) }
    }

    private func readRoutes(of workout: WorkoutSample) async throws -> WorkoutSample {
        guard let uuid = workout.uuid.flatMap(UUID.init(uuidString:)) else { return workout }
        let query = HKSampleQueryDescriptor(
            predicates: [.workout(HKQuery.predicateForObject(with: uuid))],
            sortDescriptors: []
        )
        var workout = workout
        var summary = RouteSummary()
        workout.routes = []
        for found in try await query.result(for: store) {
            let routesQuery = HKSampleQueryDescriptor(
                predicates: [.workoutRoute(HKQuery.predicateForObjects(from: found))],
                sortDescriptors: []
            )
            for route in try await routesQuery.result(for: store) {
                var points = RouteAccumulator()
                for try await location in HKWorkoutRouteQueryDescriptor(route).results(for: store) {
                    points.add(location)
                }
                summary = summary + points.summary
                workout.routes.append(route.uuid.uuidString)
            }
        }
        workout.routes.sort()
        workout.route = workout.routes.isEmpty ? .unread : .summary(summary)
        return workout
    }

    // MARK: Translation

    private func translate(
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
    private func take(
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
    private func content(
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

    private func rejection(of sample: HKSample, _ type: HealthType) -> SampleRejection? {
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

    private static func rejection(of workout: WorkoutSample) -> SampleRejection? {
        SampleRejection.of(.workout, start: workout.start, end: workout.end, value: 0)
    }

    private func value(of sample: HKSample, _ type: HealthType) -> Double? {
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

    private func unit(of type: HealthType) -> HKUnit? {
        guard case .quantity(let unit, _) = type.kind else { return nil }
        if let known = units[unit] { return known }
        units[unit] = type.unit
        return units[unit]
    }

    private func number(_ quantity: HKQuantity, in unit: HKUnit?) -> Double? {
        guard let unit, quantity.is(compatibleWith: unit) else { return nil }
        let number = quantity.doubleValue(for: unit)
        return unit == .percent() ? HealthUnit.percentage(ofFraction: number) : number
    }

    private func sourceIndex(of sample: HKSample) -> Int {
        let description = HealthSourceDescription(sample.sourceRevision)
        if let index = sourceIndices[description] { return index }
        sourceIndices[description] = sources.count
        sources.append(description)
        return sources.count - 1
    }

    private func mappingErrors<Value>(_ read: () async throws -> Value) async throws -> Value {
        do {
            return try await read()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw HealthSourceError(error)
        }
    }

    private static func overlap(_ span: Range<Instant>) -> NSPredicate {
        HKQuery.predicateForSamples(
            withStart: span.lowerBound.date,
            end: span.upperBound.date,
            options: []
        )
    }

    /// Unarchives an anchor; `nil` when it cannot be decoded, so that reading starts from the
    /// beginning.
    private func anchor(of bytes: [UInt8], _ category: HealthMetric) -> HKQueryAnchor? {
        if let known = anchors[category], known.bytes == bytes { return known.anchor }
        let anchor = try? NSKeyedUnarchiver.unarchivedObject(
            ofClass: HKQueryAnchor.self,
            from: Data(bytes)
        )
        if let anchor { anchors[category] = (bytes, anchor) }
        return anchor
    }

    private static func bytes(of anchor: HKQueryAnchor) throws -> [UInt8] {
        Array(
            try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
        )
    }
}
#endif
