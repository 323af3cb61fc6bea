import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// A year as two tables of half a year: a row for each weekday, a column for each week.
///
/// Each day links to its timeline. A whole year in one row of weeks would make the days too small to
/// hit with a finger.
struct YearCalendar {
    let map: HeatMap
    let subject: String
    let year: String
    let today: CalendarDay
    /// The names of the months, from January.
    let monthNames: [String]

    /// The tables and the legend.
    var html: HTML {
        tag(.div, .class("calendar")) {
            half(1...6)
            half(7...12)
            legend
        }
    }

    private struct Column {
        /// The month of its last day.
        let month: Int
        /// Seven days; `nil` outside the half year.
        let days: [HeatMap.Day?]
    }

    private func half(_ months: ClosedRange<Int>) -> HTML {
        let columns = map.weeks.compactMap { week -> Column? in
            let days = week.days.map { day in
                day.flatMap { months.contains($0.id.components.month) ? $0 : nil }
            }
            guard let last = days.last(where: { $0 != nil }) ?? nil else { return nil }
            return Column(month: last.id.components.month, days: days)
        }
        let caption = Strings.WebInsights.calendarPart([
            "subject": subject, "year": year, "first": monthNames[months.lowerBound - 1],
            "last": monthNames[months.upperBound - 1],
        ])
        return tag(.div, .class("scroll")) {
            tag(.table, .class("heat")) {
                tag(.caption, .class("visually-hidden")) { caption }
                tag(.colgroup) { tag(.col, .class("names")) }
                for month in months { group(of: columns.count { $0.month == month }) }
                tag(.thead) {
                    tag(.tr) {
                        tag(.th, .scope("col")) {
                            tag(.span, .class("visually-hidden")) { Strings.WebInsights.weekday() }
                        }
                        for month in months { header(of: month, columns) }
                    }
                }
                tag(.tbody) {
                    for index in map.weekdays.indices {
                        tag(.tr) {
                            tag(.th, .scope("row")) { map.weekdays[index] }
                            for column in columns { cell(column.days[index]) }
                        }
                    }
                }
            }
        }
    }

    private func group(of count: Int) -> HTML {
        tag(.colgroup) { for _ in 0..<count { tag(.col) } }
    }

    private func header(of month: Int, _ columns: [Column]) -> HTML {
        tag(
            .th,
            .scope("colgroup"),
            .colspan(columns.count { $0.month == month }),
            .class("month")
        ) {
            map.months.first { $0.id == month }?.title ?? monthNames[month - 1]
        }
    }

    private func cell(_ day: HeatMap.Day?) -> HTML {
        guard let day else { return tag(.td) }
        let level: String
        switch day.level {
        case .future: return tag(.td, .class("future"))
        case .noData: level = "none"
        case .level(let fifth): level = "level-\(min(max(0, fifth), 4))"
        }
        return tag(.td, .class(day.id == today ? "\(level) today" : level)) {
            tag(.a, .href(.timeline(of: day.id)), .title(day.text)) {
                tag(.span, .class("visually-hidden")) { day.text }
            }
        }
    }

    private var legend: HTML {
        tag(.div, .class("legend small quiet")) {
            tag(.span, .class("visually-hidden")) { Strings.WebInsights.legend() }
            tag(.span, .class("swatch none"), .aria("hidden", "true"))
            tag(.span, .class("gap"), .aria("hidden", "true")) { Strings.Web.noData() }
            tag(.span, .aria("hidden", "true")) { Strings.WebInsights.less() }
            for level in 0..<5 {
                tag(.span, .class("swatch level-\(level)"), .aria("hidden", "true"))
            }
            tag(.span, .aria("hidden", "true")) { Strings.WebInsights.more() }
        }
    }
}
