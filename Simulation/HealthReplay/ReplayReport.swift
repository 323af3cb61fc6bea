public import TrendyFixture
public import TrendyModel

/// Compares the captured results of a life's days with the expected totals.
public struct ReplayReport: Sendable, Equatable {
    /// A day with a result outside of the tolerance.
    public struct OffDay: Sendable, Equatable {
        /// The day.
        public var day: CalendarDay
        /// The expected total; 0 when there is none.
        public var expected: Double
        /// The stored total; 0 when there is none.
        public var found: Double
    }

    /// The result for one measure over all days.
    public struct Row: Sendable, Equatable {
        /// The measure.
        public var measure: GeneratedMeasure
        /// Days with an expected or a stored total.
        public var days = 0
        /// The largest relative error; infinite when a stored total has no expected total.
        public var largestError = 0.0
        /// Days with an error above ``ReplayReport/tolerance``, in order.
        public var offDays: [OffDay] = []
    }

    /// The largest relative error that is accepted.
    public static let tolerance = 0.001

    /// One row for each measure.
    public var rows: [Row] = []
    /// Samples that reached the phone.
    public var samples = 0
    /// Samples that were later deleted or replaced.
    public var deleted = 0
    /// Workouts whose samples HealthKit condensed into series.
    public var condensed = 0
    /// The number of temporary revocations of read access to a category.
    public var revocations = 0
    /// Processes of the app that were started.
    public var launches = 0
    /// Processes that died.
    public var deaths = 0
    /// Capture passes over a category.
    public var passes = 0
    /// Capture passes that failed, except for those on a locked phone.
    public var failedPasses = 0
    /// The error that ended the simulation; `nil` if it completed.
    public var failure: String?

    /// Whether every day is within the tolerance.
    public var isRight: Bool {
        failure == nil && !rows.isEmpty && rows.allSatisfy { $0.offDays.isEmpty }
    }

    /// Compares stored totals with expected totals.
    init(
        _ expectedTotals: [CalendarDay: [GeneratedMeasure: Double]],
        _ stored: [CalendarDay: [GeneratedMeasure: Double]]
    ) {
        for measure in GeneratedMeasure.allCases {
            var row = Row(measure: measure)
            for day in Set(expectedTotals.keys).union(stored.keys).sorted() {
                let expected = expectedTotals[day]?[measure]
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
