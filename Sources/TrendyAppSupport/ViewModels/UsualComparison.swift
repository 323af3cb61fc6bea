import TrendyHealth
import TrendyKit
import TrendyLocalization
import TrendyModel

/// Today's running total beside the same weekday of the last eight weeks.
public struct UsualComparison: Sendable, Equatable {
    /// How today compares.
    public enum Kind: Sendable, Equatable {
        /// More than on three quarters of the earlier days.
        case more
        /// Less than on three quarters of the earlier days.
        case less
        /// Within the middle half of the earlier days.
        case asUsual
        /// Too few earlier days have data, or nothing is known about today.
        case unknown
    }

    /// The totals at the end of an hour.
    public struct Hour: Sendable, Equatable, Identifiable {
        /// The position of the hour in the day.
        public let id: Int
        /// The end of the hour as text.
        public let label: String
        /// The lower end of the usual range; `nil` when it is unknown.
        public let low: Double?
        /// The upper end of the usual range; `nil` when it is unknown.
        public let high: Double?
        /// Today's running total; `nil` for hours without data and hours to come.
        public let today: Double?
        /// The usual range as text; `nil` when it is unknown.
        public let usualText: String?
        /// Today's running total with its unit; `nil` without one.
        public let todayText: String?
    }

    /// The comparison in one sentence.
    public let sentence: String
    /// How today compares.
    public let kind: Kind
    /// The hours of the day.
    public let hours: [Hour]

    /// Compares today with earlier days.
    ///
    /// - Parameters:
    ///   - metric: the metric.
    ///   - event: today's event; `nil` when there is none.
    ///   - earlier: the hours of the earlier days.
    ///   - now: the current time.
    ///   - formats: formats values, and defines where days begin and end.
    init(
        of metric: HealthMetric,
        event: Event?,
        earlier: [[Double?]],
        now: Instant,
        formats: DisplayFormatter
    ) {
        let zones = formats.zones()
        let today = zones.day(containing: now)
        let interval = zones.interval(of: today)
        let count = Int(((interval.upperBound - interval.lowerBound) / .seconds(3600)).rounded(.up))
        // Samples arrive late: both sides are compared at the time of the newest one.
        let time = min(now, max(interval.lowerBound, event?.evidence?.newest ?? now))
        var hours = [Double?](repeating: nil, count: count)
        for (index, value) in (event?.hourlySums ?? []).prefix(count).enumerated() {
            hours[index] = value
        }
        let day = UsualDay(
            today: hours,
            elapsed: (time - interval.lowerBound) / .seconds(3600),
            earlier: earlier
        )
        kind =
            switch day.comparison {
            case .more: .more
            case .less: .less
            case .asUsual: .asUsual
            case .unknown: .unknown
            }
        let words = EventFormatter(formats: formats)
        self.hours = day.hours.enumerated().map { index, hour in
            Hour(
                id: index,
                label: formats.time(interval.lowerBound + .seconds(3600 * (index + 1))),
                low: hour.usual?.lowerBound,
                high: hour.usual?.upperBound,
                today: hour.total,
                usualText: hour.usual.map { usual in
                    Strings.Time.span([
                        "start": formats.number(usual.lowerBound),
                        "end": formats.number(usual.upperBound),
                    ])
                },
                todayText: hour.total.map { words.text(of: $0, metric) }
            )
        }
        sentence = Self.sentence(day, metric, formats.weekday(today), time, formats)
    }

    private static func sentence(
        _ day: UsualDay,
        _ metric: HealthMetric,
        _ weekday: String,
        _ time: Instant,
        _ formats: DisplayFormatter
    ) -> String {
        guard let usual = day.usual else {
            return Strings.Insights.tooFewDays(
                day.dayCount,
                ["weekday": weekday, "needed": String(UsualDay.minimumDays)]
            )
        }
        let words = EventFormatter(formats: formats)
        let values: KeyValuePairs = [
            "weekday": weekday, "time": formats.time(time),
            "value": day.total.map { words.text(of: $0, metric) } ?? "–",
            "low": formats.number(usual.lowerBound), "high": formats.number(usual.upperBound),
        ]
        return switch day.comparison {
        case .more: Strings.Insights.moreThanUsual(values)
        case .less: Strings.Insights.lessThanUsual(values)
        case .asUsual: Strings.Insights.asUsual(values)
        case .unknown: Strings.Insights.nothingToday(values)
        }
    }
}
