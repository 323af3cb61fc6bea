public import TrendyModel
public import TrendyStore

/// Reads what changed in a source, computes the days it touches anew, and stores the results.
public struct HealthCaptureCoordinator: Sendable {
    /// How far a capture has come.
    public struct Progress: Sendable, Equatable {
        /// The category that is being computed.
        public var category: HealthCategory
        /// Days of it that are done.
        public var doneDays: Int
        /// Days of it in all.
        public var totalDays: Int
    }

    /// About how many samples are held at once.
    private static let samplesPerPage = 40_000
    /// Days in one transaction at most.
    private static let daysPerPage = 180

    /// How far apart two sources may begin one workout, with what rounding adds.
    private static let workoutTolerance = Duration.seconds(2)

    private let store: DeviceStore
    private let source: any HealthSource
    private let zones: ZoneHistory

    /// A coordinator between a source and a store.
    ///
    /// - `zones`: where the person's days begin and end.
    public init(store: DeviceStore, source: any HealthSource, zones: ZoneHistory) {
        self.store = store
        self.source = source
        self.zones = zones
    }

    /// Captures categories, one after the other.
    ///
    /// A page of days, its mutations and, with the last page, the category's anchor are one
    /// transaction; what is unchanged writes nothing.
    ///
    /// - Throws: what the source or the store throws; the pages stored until then stay.
    public func capture(
        _ categories: [HealthCategory] = HealthCategory.allCases,
        progress: @Sendable (Progress) -> Void = { _ in }
    ) async throws -> DerivedOutcome {
        let priority = SourcePriority(try await source.sources)
        var outcome = DerivedOutcome()
        for category in categories {
            let anchor = try await store.healthAnchor(category: category.rawValue)
            let changes = try await source.changes(of: category, since: anchor)
            let pages = pages(of: changes, category: category)
            let totalDays = pages.reduce(0) { $0 + $1.count }
            var doneDays = 0
            for (index, days) in pages.enumerated() {
                try Task.checkCancellation()
                let page = DerivedPage(
                    category: category.rawValue,
                    days: days,
                    eventTypes: [HealthEventFactory.eventType(of: category)],
                    results: try await results(category, days: days, priority: priority),
                    anchor: index == pages.count - 1 ? changes.anchor : nil,
                    isAuthoritative: changes.isAuthoritative
                )
                outcome = outcome + (try await store.apply(page))
                doneDays += days.count
                progress(Progress(category: category, doneDays: doneDays, totalDays: totalDays))
            }
        }
        return outcome
    }

    /// The local days that changes touch, cut into pages.
    private func pages(
        of changes: HealthChanges,
        category: HealthCategory
    ) -> [ClosedRange<CalendarDay>] {
        var runs: [ClosedRange<CalendarDay>] = []
        for span in changes.spans where !span.isEmpty {
            // Another source may have begun the same workout on the other side of midnight.
            let margin = category == .workout ? Self.workoutTolerance : .zero
            var first = zones.day(containing: span.lowerBound - margin)
            var last = zones.day(containing: span.upperBound - .milliseconds(1) + margin)
            if category == .sleep {
                // What begins here can end the day after, and counts to the day it ends on; what
                // ended the day before can go on here now.
                first = first.advanced(by: -1)
                last = last.advanced(by: 1)
            }
            if let previous = runs.last, first <= previous.upperBound.advanced(by: 1) {
                runs[runs.count - 1] = previous.lowerBound...max(last, previous.upperBound)
            } else {
                runs.append(first...last)
            }
        }
        let totalDays = max(1, runs.reduce(0) { $0 + $1.count })
        let perDay = max(1, changes.sampleCount / totalDays)
        let size = max(1, min(Self.daysPerPage, Self.samplesPerPage / perDay))
        return runs.flatMap { run in
            stride(from: run.lowerBound, through: run.upperBound, by: size).map { first in
                first...min(run.upperBound, first.advanced(by: size - 1))
            }
        }
    }

    private func results(
        _ category: HealthCategory,
        days: ClosedRange<CalendarDay>,
        priority: SourcePriority
    ) async throws -> [DerivedResult] {
        let context = ProcessingContext(
            days: DayTable(days, in: zones),
            zones: zones,
            priority: priority
        )
        var span = context.days.starts[0]..<context.days.end
        if category == .sleep {
            span = span.lowerBound - .seconds(172_800)..<span.upperBound + .seconds(172_800)
        }
        let factory = HealthEventFactory(zones: zones)
        if category == .workout {
            let margin = Self.workoutTolerance
            let workouts = try await source.workouts(
                startingIn: span.lowerBound - margin..<span.upperBound + margin
            )
            return WorkoutProcessor().process(workouts, context).map { factory.event(of: $0) }
        }
        let samples = try await source.samples(of: category, in: span)
        let processed: [ProcessedHealthData] =
            switch category {
            case .steps: DailySumProcessor.steps.process(samples, context)
            case .activeEnergy: DailySumProcessor.activeEnergy.process(samples, context)
            case .heartRate: HeartRateProcessor().process(samples, context)
            case .sleep: SleepProcessor().process(samples, context)
            case .mindfulness: MindfulnessProcessor().process(samples, context)
            case .water: EntryProcessor.water.process(samples, context)
            case .bodyMass: EntryProcessor.bodyMass.process(samples, context)
            case .workout: []
            }
        return processed.map { factory.event(of: $0) }
    }
}
