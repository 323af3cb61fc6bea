package import TrendyModel

/// What a processor made of samples: one event to be.
struct ProcessedHealthData: Equatable {
    /// The category's name.
    var category: String
    /// What tells it from the others of its category, without the category.
    var key: String
    /// The local day it belongs to.
    var day: CalendarDay
    /// When it begins.
    var start: Instant
    /// When it ends; `nil` for a moment.
    var end: Instant?
    /// Whether it stands for the whole day.
    var isAllDay = false
    /// The IANA name of the zone, where a sample names one.
    var timeZone: String?
    /// What was measured.
    var properties: PropertyBag
    /// What was known.
    var evidence: Evidence
    /// Whether it has routes that could not be read: what an event says of them stays.
    var keepsRoute = false
}

/// The days that are computed, and what is needed for it.
struct ProcessingContext {
    let days: DayTable
    let zones: ZoneHistory
    let priority: SourcePriority
    /// How many samples of each day are known to be deleted; none where nobody counts them.
    var deletions: [CalendarDay: Int] = [:]

    /// The day of an instant, if it is among those computed.
    func index(of instant: Instant) -> Int? {
        guard instant >= days.starts[0], instant < days.end else { return nil }
        return days.index(of: instant)
    }
}

extension Evidence {
    /// What a set of samples amounts to.
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

/// A number rounded to a thousandth, so that computing it again gives the same text.
func rounded(_ value: Double, places: Double = 1000) -> JSONNumber {
    JSONNumber((value * places).rounded() / places) ?? 0
}

extension Instant {
    /// The whole second it lies in: what HealthKit and an export both know.
    package var wholeSecond: Instant { Instant(seconds: seconds) }
}
