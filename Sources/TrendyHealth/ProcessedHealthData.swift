package import TrendyModel

/// The result of a processor, from which one event is created.
struct ProcessedHealthData: Equatable {
    /// The category's name.
    var category: String
    /// The unique key within the category, without the category's name.
    var key: String
    /// The local day of the result.
    var day: CalendarDay
    /// The start.
    var start: Instant
    /// The end; `nil` for an instant.
    var end: Instant?
    /// Whether the result covers the whole day.
    var isAllDay = false
    /// The IANA identifier of the time zone, when a sample has one.
    var timeZone: String?
    /// The measured values.
    var properties: PropertyBag
    /// The samples that the result is based on.
    var evidence: Evidence
    /// Whether the routes could not be read; the route properties of an existing event are
    /// retained.
    var keepsRoute = false
}

/// The days to compute and the context that processors need.
struct ProcessingContext {
    let days: DayTable
    let zones: ZoneHistory
    let priority: SourcePriority
    /// The number of samples of each day that are known to be deleted; empty when the source does
    /// not count them.
    var deletions: [CalendarDay: Int] = [:]

    /// The index of the day that contains an instant; `nil` when it is not computed.
    func index(of instant: Instant) -> Int? {
        guard instant >= days.starts[0], instant < days.end else { return nil }
        return days.index(of: instant)
    }
}

extension Evidence {
    /// The evidence of a set of samples.
    init(_ samples: some Sequence<HealthSample>, deletedCount: Int = 0) {
        var count: Int64 = 0
        var newest = Instant(milliseconds: 0)
        for sample in samples {
            count += 1
            newest = max(newest, sample.end)
        }
        self.init(sampleCount: count, deletedCount: Int64(deletedCount), newest: newest)
    }
}

/// Rounds to a thousandth, so that recomputing gives the same text.
func rounded(_ value: Double, places: Double = 1000) -> JSONNumber {
    JSONNumber((value * places).rounded() / places) ?? 0
}

extension Instant {
    /// The instant rounded down to a whole second, which HealthKit and an export have in common.
    package var wholeSecond: Instant { Instant(seconds: seconds) }
}
