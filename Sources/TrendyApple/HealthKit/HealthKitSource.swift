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

    /// Who wrote the samples that were read so far.
    public private(set) var sources: [HealthSourceDescription] = []
    /// Samples that were kept out so far, by what is wrong with them.
    public private(set) var flaws: [SampleFlaw: Int] = [:]

    /// Every sample of HealthKit has a UUID.
    public nonisolated var hasStamps: Bool { true }

    /// A source over a store.
    public init(_ store: HKHealthStore) {
        self.store = store
    }

    /// A page of what was added and deleted after an anchor, in the order in which the phone heard
    /// of it.
    public func changes(
        of category: HealthCategory,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        let old = anchor.flatMap { self.anchor(of: $0, category) }
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: category.sampleTypes.map { .sample(type: $0) },
            anchor: old,
            limit: limit
        )
        let result = try await reading { try await query.result(for: store) }
        let isEmpty = result.addedSamples.isEmpty && result.deletedObjects.isEmpty
        // Where nothing has changed, the place that is kept stays as it is, byte for byte.
        let place = try old == nil || !isEmpty ? Self.bytes(of: result.newAnchor) : anchor
        if let place, place != anchor { anchors[category] = (place, result.newAnchor) }
        return HealthChanges(
            spans: SampleSpans(result.addedSamples).spans,
            deleted: Set(result.deletedObjects.map { stamp(of: $0.uuid) }),
            anchor: place,
            hasMore: !isEmpty
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
                found += try await translate(samples, type, UInt8(index)).filter {
                    // HealthKit counts what touches a window as inside.
                    $0.end > $0.start ? $0.end > span.lowerBound : $0.start >= span.lowerBound
                }
            }
        }
        return found.sorted {
            ($0.start, $0.end, $0.value, $0.source) < ($1.start, $1.end, $1.value, $1.source)
        }
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
            let sample = WorkoutSample(workout, routes: routes, source: place(of: workout))
            if let flaw = SampleFlaw.of(start: sample.start, end: sample.end, value: 0) {
                flaws[flaw, default: 0] += 1
                return nil
            }
            return sample
        }.sorted {
            ($0.start, $0.activity, $0.source) < ($1.start, $1.activity, $1.source)
        }
    }

    /// A workout with the routes that HealthKit says are its own, and what they amount to.
    ///
    /// Takes a query for the workout, one for its routes, and one that hands out the points of each
    /// route a hundred or so at a time, which are not kept.
    public func readingRoutes(of workout: WorkoutSample) async throws -> WorkoutSample {
        do {
            return try await reading { try await readRoutes(of: workout) }
        } catch let error as HealthSourceError {
            if error.code != .locked { flaws[.unreadableRoute, default: 0] += 1 }
            throw error
        }
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
        _ type: HealthType,
        _ index: UInt8
    ) async throws -> [HealthSample] {
        var condensed: Set<UUID> = []
        var found: [HealthSample] = []
        found.reserveCapacity(samples.count)
        for sample in samples {
            if let quantity = sample as? HKQuantitySample, quantity.count > 1 {
                condensed.insert(sample.uuid)
                continue
            }
            let value =
                switch sample {
                case let quantity as HKQuantitySample: number(quantity.quantity, in: type.unit)
                case let category as HKCategorySample: Double?(Double(category.value))
                default: Double?.none
                }
            take(value, of: sample, from: sample.startDate, to: sample.endDate, index, &found)
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
                take(
                    number(part.quantity, in: type.unit),
                    of: sample,
                    from: part.dateInterval.start,
                    to: part.dateInterval.end,
                    index,
                    &found
                )
            }
        }
        return found
    }

    private func take(
        _ value: Double?,
        of sample: HKSample,
        from start: Date,
        to end: Date,
        _ type: UInt8,
        _ samples: inout [HealthSample]
    ) {
        guard let value else {
            flaws[.noValue, default: 0] += 1
            return
        }
        let (start, end) = (Instant(wholeSecondOf: start), Instant(wholeSecondOf: end))
        if let flaw = SampleFlaw.of(start: start, end: end, value: value) {
            flaws[flaw, default: 0] += 1
            return
        }
        samples.append(
            HealthSample(
                start: start,
                end: end,
                value: value,
                source: place(of: sample),
                isUserEntered: sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool ?? false,
                type: type,
                stamp: stamp(of: sample.uuid)
            )
        )
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
