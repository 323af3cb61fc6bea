// TrendyApple: Apple's frameworks as what Trendy's modules ask for; nothing is decided here.

#if canImport(HealthKit)
import Foundation
public import HealthKit
public import TrendyHealth
public import TrendyModel

/// HealthKit as a source of samples.
public actor HealthKitSource: HealthSource {
    private let store: HKHealthStore
    private var places: [HealthSourceDescription: Int] = [:]
    /// The place that was handed out last, by category: unarchiving it at each pass is slow.
    private var anchors: [HealthCategory: (bytes: [UInt8], anchor: HKQueryAnchor)] = [:]

    /// What is wrong with parts of condensed samples that were read since somebody asked.
    private var rejectionsOfParts: [HealthCategory: [UInt32: SampleRejection]] = [:]

    /// Who wrote the samples that were read so far.
    public private(set) var sources: [HealthSourceDescription] = []

    /// Every sample of HealthKit has a UUID.
    public nonisolated var hasFingerprints: Bool { true }

    /// A source over a store.
    public init(_ store: HKHealthStore) {
        self.store = store
    }

    /// A page of what was added and deleted after an anchor, in the order in which the phone heard
    /// of it.
    ///
    /// An anchor that HealthKit refuses, since it is of another phone or of before a restore, counts
    /// as none: everything is compared anew.
    public func changes(
        of category: HealthCategory,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        var old = anchor.flatMap { self.anchor(of: $0, category) }
        let result = try await reading {
            do {
                return try await query(category, since: old, limit).result(for: store)
            } catch let error as HKError where error.code == .errorInvalidArgument && old != nil {
                old = nil
                return try await query(category, since: nil, limit).result(for: store)
            }
        }
        let isEmpty = result.addedSamples.isEmpty && result.deletedObjects.isEmpty
        // Where nothing has changed, the place that is kept stays as it is, byte for byte.
        let place = try old == nil || !isEmpty ? Self.bytes(of: result.newAnchor) : anchor
        if let place, place != anchor { anchors[category] = (place, result.newAnchor) }
        let (types, flaws) = content(of: result.addedSamples, in: category)
        return HealthChanges(
            spans: SampleSpans(result.addedSamples).spans,
            types: types,
            deleted: Set(result.deletedObjects.map { stamp(of: $0.uuid) }),
            flaws: flaws,
            anchor: place,
            hasMore: !isEmpty
        )
    }

    private func query(
        _ category: HealthCategory,
        since anchor: HKQueryAnchor?,
        _ limit: Int
    ) -> HKAnchoredObjectQueryDescriptor<HKSample> {
        HKAnchoredObjectQueryDescriptor(
            predicates: category.sampleTypes.map { .sample(type: $0) },
            anchor: anchor,
            limit: limit
        )
    }

    /// The samples of a category that overlap a span, condensed ones taken apart.
    public func samples(
        of category: HealthCategory,
        in span: Range<Instant>
    ) async throws -> [HealthSample] {
        var found: [HealthSample] = []
        for (index, type) in category.types.enumerated() {
            for sampleType in type.sampleTypes {
                let query = HKSampleQueryDescriptor<HKSample>(
                    predicates: [.sample(type: sampleType, predicate: Self.overlap(span))],
                    sortDescriptors: []
                )
                let samples = try await reading { try await query.result(for: store) }
                found += try await translate(samples, category, index).filter {
                    // HealthKit counts what touches a window as inside, and of a condensed sample
                    // hands out all parts, also those beyond its end.
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

    /// Condensed samples of which a part cannot be true.
    public func rejectedCount(in category: HealthCategory) -> [UInt32: SampleRejection] {
        rejectionsOfParts.removeValue(forKey: category) ?? [:]
    }

    /// Whether HealthKit hands out anything of a type.
    public func hasSamples(of category: HealthCategory, type: Int) async throws -> Bool {
        // Each type is one sample type, but for workouts, which have their routes besides.
        guard category.sampleTypes.indices.contains(type) else { return false }
        let query = HKSampleQueryDescriptor<HKSample>(
            predicates: [.sample(type: category.sampleTypes[type])],
            sortDescriptors: [],
            limit: 1
        )
        return try await !reading { try await query.result(for: store) }.isEmpty
    }

    /// From when on HealthKit hands out samples, where the person allows only the newer ones.
    ///
    /// Of several types the shortest history counts.
    public func boundary(of category: HealthCategory) async throws -> Instant? {
        // Apple's SDK has it since iOS 27, which comes with Swift 6.4.
        #if !canImport(Darwin) || (os(iOS) && compiler(>=6.4))
        guard #available(iOS 27, *) else { return nil }
        var types = Set(category.sampleTypes)
        // What a workout does not say of its heart rate, readings do.
        if category == .workout { types.formUnion(HealthCategory.heartRate.sampleTypes.prefix(1)) }
        let dates = try await reading { [types] in
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

    /// The workouts that begin in a span, each with the routes of its time.
    public func workouts(startingIn span: Range<Instant>) async throws -> [WorkoutSample] {
        let window = HKQuery.predicateForSamples(
            withStart: span.lowerBound.date,
            end: span.upperBound.date,
            options: .strictStartDate
        )
        let query = HKSampleQueryDescriptor(
            predicates: [.workout(window)],
            sortDescriptors: []
        )
        let workouts = try await reading { try await query.result(for: store) }
        guard let end = workouts.map(\.endDate).max() else { return [] }
        let routesQuery = HKSampleQueryDescriptor(
            predicates: [
                .workoutRoute(
                    HKQuery.predicateForSamples(withStart: span.lowerBound.date, end: end)
                )
            ],
            sortDescriptors: []
        )
        let routes = try await reading { try await routesQuery.result(for: store) }
        return workouts.compactMap { workout in
            var sample = WorkoutSample(workout, routes: routes, source: place(of: workout))
            _ = sample.removeImpossible()
            return Self.flaw(of: sample) == nil ? sample : nil
        }.sorted {
            ($0.start, $0.activity, $0.source) < ($1.start, $1.activity, $1.source)
        }
    }

    /// A workout with the routes that HealthKit says are its own, and what they amount to.
    ///
    /// Takes a query for the workout, one for its routes, and one that hands out the points of each
    /// route a hundred or so at a time, which are not kept.
    public func readingRoutes(of workout: WorkoutSample) async throws -> WorkoutSample {
        try await reading { try await readRoutes(of: workout) }
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

    // MARK: translation

    private func translate(
        _ samples: [HKSample],
        _ category: HealthCategory,
        _ index: Int
    ) async throws -> [HealthSample] {
        let type = category.types[index]
        var condensed: Set<UUID> = []
        var found: [HealthSample] = []
        found.reserveCapacity(samples.count)
        for sample in samples {
            if let quantity = sample as? HKQuantitySample, quantity.count > 1 {
                condensed.insert(sample.uuid)
                continue
            }
            // One that cannot be true was told with the changes.
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
        guard !condensed.isEmpty, let quantityType = type.sampleTypes.first as? HKQuantityType
        else { return found }
        let query = HKQuantitySeriesSampleQueryDescriptor(
            predicate: .quantitySample(
                type: quantityType,
                predicate: HKQuery.predicateForObjects(with: condensed)
            ),
            options: .includeSample
        )
        try await reading {
            for try await part in query.results(for: store) {
                guard let sample = part.sample else { continue }
                let flaw = take(
                    number(part.quantity, in: type.unit),
                    of: sample,
                    from: part.dateInterval.start,
                    to: part.dateInterval.end,
                    type,
                    UInt8(index),
                    &found
                )
                if let flaw {
                    rejectionsOfParts[category, default: [:]][stamp(of: sample.uuid)] = flaw
                }
            }
        }
        return found
    }

    /// Takes a sample, or a part of one.
    ///
    /// - Returns: why it was not taken; `nil` when it was.
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
        if let flaw = SampleRejection.of(type.kind, start: start, end: end, value: value) {
            return flaw
        }
        samples.append(
            HealthSample(
                start: start,
                end: end,
                value: value,
                source: place(of: sample),
                isUserEntered: sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool ?? false,
                type: index,
                stamp: stamp(of: sample.uuid)
            )
        )
        return nil
    }

    /// The types of samples, a bit each, and what is wrong with those that are kept out.
    private func content(
        of samples: [HKSample],
        in category: HealthCategory
    ) -> (types: UInt64, flaws: [UInt32: SampleRejection]) {
        var types: UInt64 = 0
        var flaws: [UInt32: SampleRejection] = [:]
        for sample in samples {
            guard
                let index = category.types.firstIndex(where: {
                    $0.sampleTypes[0] == sample.sampleType
                })
            else { continue }
            types |= 1 << UInt64(index)
            flaws[stamp(of: sample.uuid)] = flaw(of: sample, category.types[index])
        }
        return (types, flaws)
    }

    private func flaw(of sample: HKSample, _ type: HealthType) -> SampleRejection? {
        if let workout = sample as? HKWorkout {
            var sample = WorkoutSample(workout, routes: [], source: 0)
            if let flaw = Self.flaw(of: sample) { return flaw }
            let isWhole = sample.removeImpossible() == 0 && sample.duration != nil
            return isWhole ? nil : .impossibleWorkoutValue
        }
        // The parts of a condensed sample are looked at when they are read.
        if let quantity = sample as? HKQuantitySample, quantity.count > 1 { return nil }
        guard let value = value(of: sample, type) else { return .noValue }
        return SampleRejection.of(
            type.kind,
            start: Instant(wholeSecondOf: sample.startDate),
            end: Instant(wholeSecondOf: sample.endDate),
            value: value
        )
    }

    private static func flaw(of workout: WorkoutSample) -> SampleRejection? {
        SampleRejection.of(.workout, start: workout.start, end: workout.end, value: 0)
    }

    private func value(of sample: HKSample, _ type: HealthType) -> Double? {
        switch sample {
        case let quantity as HKQuantitySample: number(quantity.quantity, in: type.unit)
        case let category as HKCategorySample: type.kind == .span ? 0 : Double(category.value)
        default: nil
        }
    }

    private func number(_ quantity: HKQuantity, in unit: HKUnit?) -> Double? {
        guard let unit, quantity.is(compatibleWith: unit) else { return nil }
        return quantity.doubleValue(for: unit)
    }

    private func place(of sample: HKSample) -> Int {
        let description = HealthSourceDescription(sample.sourceRevision)
        if let place = places[description] { return place }
        places[description] = sources.count
        sources.append(description)
        return sources.count - 1
    }

    private func reading<Value>(_ read: () async throws -> Value) async throws -> Value {
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

    /// An anchor that cannot be read counts as none: everything is compared anew.
    private func anchor(of bytes: [UInt8], _ category: HealthCategory) -> HKQueryAnchor? {
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
