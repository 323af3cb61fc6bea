package import Foundation
import TrendyLocalization
package import TrendyModel

/// Formats times, days and numbers for display.
package struct DisplayFormatter: Sendable {
    /// The person's language and region.
    package let locale: Locale
    /// Returns the person's time-zone history, which defines where days begin and end.
    package let zones: @Sendable () -> ZoneHistory

    /// Creates a formatter.
    package init(
        locale: Locale = .autoupdatingCurrent,
        zones: @escaping @Sendable () -> ZoneHistory
    ) {
        self.locale = locale
        self.zones = zones
    }

    /// A time of day, as `14:30`, in the time zone of the person at that instant.
    package func time(_ instant: Instant) -> String {
        Date(instant).formatted(style(.init(date: .omitted, time: .shortened), at: instant))
    }

    /// A time of day in minutes since midnight, as `14:30`.
    package func time(minuteOfDay minute: Int) -> String {
        var style = Date.FormatStyle(date: .omitted, time: .shortened).locale(locale)
        style.timeZone = .gmt
        style.calendar.timeZone = .gmt
        return Date(Instant(seconds: Int64(minute) * 60)).formatted(style)
    }

    /// A day and a time, as `15 Jan 2026 at 08:30`, by the clock of the person's zone at that time.
    package func dayAndTime(_ instant: Instant) -> String {
        Date(instant).formatted(style(.init(date: .abbreviated, time: .shortened), at: instant))
    }

    /// A time, with its day unless that is today.
    package func timeAndDay(_ instant: Instant, today: CalendarDay) -> String {
        let day = zones().day(containing: instant)
        guard day != today else { return time(instant) }
        return Strings.Time.timeOfDay(["day": self.day(day, today: today), "time": time(instant)])
    }

    /// A day: today, yesterday, tomorrow, or its date, with the year unless it is the current one.
    package func day(_ day: CalendarDay, today: CalendarDay) -> String {
        switch today.distance(to: day) {
        case 0: return Strings.Time.today()
        case -1: return Strings.Time.yesterday()
        case 1: return Strings.Time.tomorrow()
        default: return date(day, today: today)
        }
    }

    /// The date of a day, with the year unless it is the current one.
    package func date(_ day: CalendarDay, today: CalendarDay) -> String {
        var format = Date.FormatStyle(locale: locale).weekday(.wide).day().month(.wide)
        if day.components.year != today.components.year { format = format.year() }
        format.timeZone = .gmt
        format.calendar.timeZone = .gmt
        return Date(Instant(seconds: Int64(day.daysSinceEpoch) * 86_400)).formatted(format)
    }

    /// The name of a day's weekday.
    package func weekday(_ day: CalendarDay) -> String {
        calendar.standaloneWeekdaySymbols[day.weekday]
    }

    /// The Gregorian calendar with the names and the first weekday of the person's region.
    package var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        calendar.firstWeekday = firstWeekday
        return calendar
    }

    /// The first weekday of the person's region: 1 for Sunday to 7 for Saturday.
    private var firstWeekday: Int {
        let days: [Locale.Weekday] = [
            .sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday,
        ]
        return (days.firstIndex(of: locale.firstDayOfWeek) ?? 1) + 1
    }

    /// A number with at most `places` fraction digits.
    package func number(_ value: Double, places: Int = 0) -> String {
        value.formatted(
            FloatingPointFormatStyle<Double>(locale: locale).precision(
                .fractionLength(0...places)
            )
        )
    }

    /// A duration in hours and minutes, rounded down to minutes; below one minute in seconds.
    package func span(_ span: Duration) -> String {
        let minutes = max(.zero, span).components.seconds / 60
        let (hours, rest) = (minutes / 60, minutes % 60)
        switch (hours, rest) {
        case (0, 0):
            return Strings.Time.seconds(["seconds": String(max(.zero, span).components.seconds)])
        case (0, _): return Strings.Time.minutes(["minutes": String(rest)])
        case (_, 0): return Strings.Time.hours(["hours": String(hours)])
        default:
            return Strings.Time.hoursAndMinutes(["hours": String(hours), "minutes": String(rest)])
        }
    }

    /// A duration in the largest unit that keeps it readable, rounded down: `2 h 5 min`, `3 days`,
    /// `5 years`.
    package static func duration(_ duration: Duration) -> String { Strings.Time.duration(duration) }

    /// A duration in seconds, clamped to the valid range; formatted as ``span(_:)``.
    package func span(seconds: Double) -> String { span(Duration(clampedSeconds: seconds)) }

    /// The age of an instant, as `5 minutes ago`; an instant in the future counts as now.
    package func ago(_ instant: Instant, now: Instant) -> String {
        let minutes = max(0, (now - instant).components.seconds / 60)
        switch minutes {
        case 0: return Strings.Time.justNow()
        case ..<60: return Strings.Time.minutesAgo(["count": String(minutes)])
        case ..<1440: return Strings.Time.hoursAgo(["count": String(minutes / 60)])
        case ...(60 * 1440): return Strings.Time.daysAgo(Int(minutes / 1440))
        default: return Strings.Time.ago(["span": Strings.Time.duration(now - instant)])
        }
    }

    private func style(_ style: Date.FormatStyle, at instant: Instant) -> Date.FormatStyle {
        var style = style.locale(locale)
        let zone = zones().zone(at: instant)
        style.timeZone = zone
        style.calendar.timeZone = zone
        return style
    }
}
