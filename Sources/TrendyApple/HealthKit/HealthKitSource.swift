// TrendyApple: adapters of Apple's frameworks to the protocols of Trendy's modules; no decisions.

#if canImport(HealthKit)
import Foundation
package import HealthKit
package import TrendyHealth
package import TrendyModel

/// Reads samples from HealthKit.
package actor HealthKitSource: HealthSource {
    let store: HKHealthStore
    var sourceIndices: [HealthSourceDescription: Int] = [:]
    /// The latest anchor of each category, because unarchiving one at each pass is slow.
    private var anchors: [HealthMetric: (bytes: [UInt8], anchor: HKQueryAnchor)] = [:]

    /// The parsed units, because parsing one for each sample is slow.
    var units: [HealthUnit: HKUnit] = [:]

    /// Rejected parts of series samples, read since the last call of ``rejectedCount(in:)``.
    var rejectionsOfParts: [HealthMetric: [UInt32: SampleRejection]] = [:]

    /// The sources of the samples read so far.
    package internal(set) var sources: [HealthSourceDescription] = []

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

    func mappingErrors<Value>(_ read: () async throws -> Value) async throws -> Value {
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
