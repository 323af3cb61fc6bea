import TrendyModel

/// Computes the expected results of one type while its samples are generated day by day, with the
/// samples of a few days in memory.
struct KindTally {
    /// The days before the first and after the last generated one that samples can touch.
    private static let margin = 2

    private let kind: GeneratedKind
    private let zones: ZoneHistory
    /// The first day of ``starts``.
    private let firstDay: CalendarDay
    /// The starts of the days, and the end of the last one.
    private let starts: [Int64]
    private var open: [KindSample] = []
    /// The index of the first day that is not computed.
    private var next = 0
    private(set) var totals: [CalendarDay: KindTotal] = [:]

    init(_ kind: GeneratedKind, of person: Person, zones: ZoneHistory) {
        self.kind = kind
        self.zones = zones
        let firstDay = person.firstDay.advanced(by: -Self.margin)
        self.firstDay = firstDay
        let before = (0..<Self.margin).map { zones.start(of: firstDay.advanced(by: $0)).seconds }
        let after = (1...Self.margin).map { index in
            zones.start(of: person.firstDay.advanced(by: person.days + index)).seconds
        }
        starts = before + person.dayStarts + after
    }

    /// Adds the samples that were generated with a day.
    ///
    /// - `index`: the index of the day; no later day has samples that begin before the day before
    ///   it.
    mutating func add(_ samples: some Sequence<KindSample>, ofDay index: Int) {
        open.append(contentsOf: samples)
        close(before: index + Self.margin - 1)
    }

    /// Computes the remaining days.
    mutating func finish() {
        close(before: starts.count - 1)
        // Samples that are dated years ahead.
        let later = open.filter { $0.start >= starts[starts.count - 1] }
        for day in Set(later.map { zones.day(containing: Instant(seconds: $0.start)) }) {
            let span = zones.interval(of: day)
            totals[day] = KindTotal(
                kind,
                samples: open,
                day: span.lowerBound.seconds..<span.upperBound.seconds
            )
        }
        open = []
    }

    private mutating func close(before end: Int) {
        while next < end {
            let span = starts[next]..<starts[next + 1]
            totals[firstDay.advanced(by: next)] = KindTotal(kind, samples: open, day: span)
            open.removeAll { max($0.start + 1, $0.end) <= span.upperBound }
            next += 1
        }
    }
}
