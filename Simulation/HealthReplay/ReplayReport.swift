package import TrendyFixture
package import TrendyModel

/// Compares the captured results of a life's days with the expected totals.
package struct ReplayReport: Sendable, Equatable {
    /// A day with a result outside of the tolerance.
    package struct OffDay: Sendable, Equatable {
        /// The day.
        package var day: CalendarDay
        /// The expected total; 0 when there is none.
        package var expected: Double
        /// The stored total; 0 when there is none.
        package var found: Double
    }

    /// The result for one measure over all days.
    package struct Row: Sendable, Equatable {
        /// The measure.
        package var measure: GeneratedMeasure
        /// Days with an expected or a stored total.
        package var days = 0
        /// The largest relative error; infinite when a stored total has no expected total.
        package var largestError = 0.0
        /// Days with an error above ``ReplayReport/tolerance``, in order.
        package var offDays: [OffDay] = []
    }

    /// The largest relative error that is accepted.
    package static let tolerance = 0.001

    /// One row for each measure.
    package var rows: [Row] = []
    /// The differences of a life of all kinds from the expected results of each type, as sentences.
    package var kindDifferences: [String] = []
    /// Samples that reached the phone.
    package var samples = 0
    /// Samples that were later deleted or replaced.
    package var deleted = 0
    /// Workouts whose samples HealthKit condensed into series.
    package var condensed = 0
    /// The number of temporary revocations of read access to a category.
    package var revocations = 0
    /// Processes of the app that were started.
    package var launches = 0
    /// Processes that died.
    package var deaths = 0
    /// Capture passes over a category.
    package var passes = 0
    /// Capture passes that failed, except for those on a locked phone.
    package var failedPasses = 0
    /// The error that ended the simulation; `nil` if it completed.
    package var failure: String?

    /// Whether every day is within the tolerance.
    package var isRight: Bool {
        failure == nil && !rows.isEmpty && rows.allSatisfy { $0.offDays.isEmpty }
            && kindDifferences.isEmpty
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
