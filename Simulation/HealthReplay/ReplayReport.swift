public import TrendyFixture
public import TrendyModel

/// How near the results of a life's days came to what is true.
public struct ReplayReport: Sendable, Equatable {
    /// A day that is off.
    public struct OffDay: Sendable, Equatable {
        /// The day.
        public var day: CalendarDay
        /// What is true of it; 0 when there is nothing.
        public var expected: Double
        /// What was stored; 0 when nothing was.
        public var found: Double
    }

    /// One measure, over all days.
    public struct Row: Sendable, Equatable {
        /// The measure.
        public var measure: GeneratedMeasure
        /// Days that have it, in truth or in what was stored.
        public var days = 0
        /// The largest error, relative to the truth; infinite where something was stored that is
        /// not there.
        public var largestError = 0.0
        /// Days whose error is more than ``ReplayReport/tolerance``, in order.
        public var offDays: [OffDay] = []
    }

    /// The largest relative error that passes.
    public static let tolerance = 0.001

    /// The measures that there are.
    public var rows: [Row] = []
    /// Samples that reached the phone, and how many of them were deleted or replaced later.
    public var samples = 0
    /// Samples that were deleted or replaced.
    public var deleted = 0
    /// Workouts that HealthKit made series of.
    public var condensed = 0
    /// How often the person took back for a time what the app may read of a category.
    public var revocations = 0
    /// Processes of the app, and how many of them died.
    public var launches = 0
    /// Processes that died.
    public var deaths = 0
    /// Passes over a category.
    public var passes = 0
    /// Passes that failed, the phone being locked aside.
    public var failedPasses = 0
    /// Why the simulation could not go on; `nil` when it could.
    public var failure: String?

    /// Whether every day is as near to the truth as it has to be.
    public var isRight: Bool {
        failure == nil && !rows.isEmpty && rows.allSatisfy { $0.offDays.isEmpty }
    }

    /// Compares what was stored with what is true.
    init(
        _ truth: [CalendarDay: [GeneratedMeasure: Double]],
        _ stored: [CalendarDay: [GeneratedMeasure: Double]]
    ) {
        for measure in GeneratedMeasure.allCases {
            var row = Row(measure: measure)
            for day in Set(truth.keys).union(stored.keys).sorted() {
                let expected = truth[day]?[measure]
                let found = stored[day]?[measure]
                guard expected != nil || found != nil else { continue }
                row.days += 1
                let off = OffDay(day: day, expected: expected ?? 0, found: found ?? 0)
                let difference = abs(off.found - off.expected)
                let error = difference == 0 ? 0 : difference / abs(off.expected)
                row.largestError = max(row.largestError, error)
                if error > Self.tolerance { row.offDays.append(off) }
            }
            if row.days > 0 { rows.append(row) }
        }
    }

    init(failure: String?) {
        self.failure = failure
    }
}
