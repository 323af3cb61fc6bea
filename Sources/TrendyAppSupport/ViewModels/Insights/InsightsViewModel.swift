import Foundation
public import Observation
import TrendyHealth
package import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// The view model of a year of one metric or event type, and of the daily rhythm.
@MainActor
@Observable
public final class InsightsViewModel: StoreBackedViewModel {
    /// A metric or event type to look at.
    public struct Subject: Sendable, Equatable, Identifiable {
        /// The id.
        public let id: String
        /// The display name.
        public let name: String
        /// The SF Symbol.
        public let icon: String
        /// The colour, `#RRGGBB`.
        public let color: String

        let type: EntityID
        let metric: HealthMetric?
    }

    /// The value of a month.
    public struct MonthValue: Sendable, Equatable, Identifiable {
        /// The month, 1…12.
        public let id: Int
        /// The abbreviated name.
        public let label: String
        /// The average of the days with data, or the number of events; `nil` without data.
        public let value: Double?
        /// The month and its value.
        public let text: String
        /// The value with its unit, or that there is no data.
        package let valueText: String
    }

    /// The number of days that ``loadMoreRhythm()`` adds.
    public static let rhythmPage = 14
    /// The maximum number of days of the rhythm.
    package static let rhythmLimit = 140

    /// The metrics and types with data: health metrics first, then by name.
    public private(set) var subjects: [Subject] = []
    /// The id of the shown subject; `nil` while there is none.
    public private(set) var subjectID: String?
    /// The shown year.
    public private(set) var year: Int
    /// The shown year as text.
    public var yearTitle: String { String(year) }
    /// Whether there is a later year to show.
    public var canShowNextYear: Bool { year < currentYear }
    /// Whether the shown values are numbers of events, and not those of a metric.
    package var isCounted: Bool { subjects.first { $0.id == subjectID }?.metric == nil }
    /// The days of the year; `nil` while there is no subject.
    public private(set) var heatMap: HeatMap?
    /// The months of the year; empty while there is no subject.
    public private(set) var months: [MonthValue] = []
    /// The months of the year before; empty while there is no subject.
    package private(set) var previousMonths: [MonthValue] = []
    /// The year up to yesterday beside the same part of the year before, in a sentence; `nil` while
    /// there is no subject.
    package private(set) var yearToDate: String?
    /// The year's days by weekday, from the first of the person's region; empty while there is no
    /// subject.
    package private(set) var weekdays: [WeekdayValue] = []
    /// The development of the latest months in a sentence; empty while there is no subject.
    public private(set) var trend = ""
    /// The number of the year's days with data, or of its events; `nil` while there is no subject.
    public private(set) var total: String?
    /// The latest days as ribbons, newest first.
    public private(set) var rhythm: [RhythmDay] = []
    /// The text for a screen without data; `nil` while there is data, and before the first read.
    public var emptyText: String? {
        hasLoaded && subjects.isEmpty ? Strings.Insights.nothing() : nil
    }
    /// Why the values may be outdated; `nil` when they are current.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Insights.unreadable }

    private var hasLoaded = false
    private var currentYear: Int
    @ObservationIgnored private var rhythmDays = InsightsViewModel.rhythmPage
    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates a view model over a store.
    package init(store: DeviceStore, dependencies: Dependencies, formats: DisplayFormatter) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        let today = formats.zones().day(containing: dependencies.wallClock.now())
        year = today.components.year
        currentYear = today.components.year
    }

    /// Updates the values after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Reads the values again.
    public func refresh() async {
        await show()
    }

    /// Shows a subject.
    public func select(_ id: String) async {
        subjectID = id
        await show()
    }

    /// Shows a subject, a year and a number of days as ribbons; `nil` keeps what is shown.
    ///
    /// The current year is the latest.
    package func show(subject: String?, year: Int? = nil, rhythmDays days: Int? = nil) async {
        if let subject { subjectID = subject }
        if let year { self.year = min(max(1, year), currentYear) }
        if let days { rhythmDays = min(max(Self.rhythmPage, days), Self.rhythmLimit) }
        await show()
    }

    /// Shows the year before.
    public func showPreviousYear() async {
        guard year > 1 else { return }
        year -= 1
        await show()
    }

    /// Shows the year after, up to the current one.
    public func showNextYear() async {
        guard canShowNextYear else { return }
        year += 1
        await show()
    }

    /// Adds older days to ``rhythm``.
    public func loadMoreRhythm() async {
        guard rhythmDays < Self.rhythmLimit else { return }
        rhythmDays += Self.rhythmPage
        await show()
    }

    func read() async throws {
        let now = dependencies.wallClock.now()
        let today = formats.zones().day(containing: now)
        if currentYear != today.components.year { currentYear = today.components.year }
        let found = try await Subject.all(in: store)
        if found != subjects { subjects = found }
        if !found.contains(where: { $0.id == subjectID }) { subjectID = found.first?.id }
        if let subject = found.first(where: { $0.id == subjectID }) {
            try await showYear(of: subject, today)
        } else {
            (heatMap, months, trend, total) = (nil, [], "", nil)
            (previousMonths, yearToDate, weekdays) = ([], nil, [])
        }
        let days = today.advanced(by: 1 - rhythmDays)...today
        let ribbons = try await RhythmReader(store: store, formats: formats).days(days, now: now)
        if ribbons != rhythm { rhythm = ribbons }
        if !hasLoaded { hasLoaded = true }
    }

    // MARK: A year

    private func showYear(of subject: Subject, _ today: CalendarDay) async throws {
        let shown = year
        guard let first = CalendarDay(year: shown, month: 1, day: 1),
            let last = CalendarDay(year: shown, month: 12, day: 31)
        else { return }
        // The trend of January compares with months of the year before.
        let values = try await FetchDailyValues(store: store)(
            of: subject.type,
            metric: subject.metric,
            on: first.advanced(by: -366)...last,
            in: formats.zones()
        )
        guard shown == year, subject.id == subjectID else { return }
        let map = HeatMap(of: first...last, values: values, today: today, formats: formats) {
            subject.text(of: $0, formats)
        }
        if map != heatMap { heatMap = map }
        let byMonth = Self.byMonth(values, subject)
        let new = (1...12).map { month($0, byMonth[shown * 12 + $0 - 1], subject) }
        if new != months { months = new }
        let previous = (1...12).map { month($0, byMonth[shown * 12 + $0 - 13], subject) }
        if previous != previousMonths { previousMonths = previous }
        let inYear = values.filter { $0.key >= first && $0.key <= last }
        total =
            subject.metric == nil
            ? Strings.Insights.entries(Int(inYear.values.reduce(0, +)))
            : Strings.Insights.daysWithData(inYear.count)
        // Today's sums are not complete.
        let through = max(first, min(last, today.advanced(by: -1)))
        yearToDate = Self.yearToDate(values, through: through, subject, formats)
        weekdays = Self.weekdays(inYear.filter { $0.key <= through }, subject, formats)
        let current = today.components.year * 12 + today.components.month - 1
        let end = min(current, (shown + 1) * 12)
        let complete = (end - 2 * MonthTrend.months..<end).map { byMonth[$0] }
        trend = Self.sentence(MonthTrend(complete))
    }

    /// The values of months by their number since the year 0.
    private static func byMonth(
        _ values: [CalendarDay: Double],
        _ subject: Subject
    ) -> [Int: Double] {
        let days = Dictionary(grouping: values) { entry in
            entry.key.components.year * 12 + entry.key.components.month - 1
        }
        return days.mapValues { entries in
            // In the order of the days, so that the sum does not depend on the order of a set.
            let sum = entries.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
            return subject.metric == nil ? sum : sum / Double(entries.count)
        }
    }

    private func month(_ number: Int, _ value: Double?, _ subject: Subject) -> MonthValue {
        let calendar = formats.calendar
        let shown = value.map { value in
            subject.metric == nil
                ? subject.text(of: value, formats)
                : Strings.Insights.average(["value": subject.text(of: value, formats)])
        }
        let valueText = shown ?? Strings.Insights.noData()
        return MonthValue(
            id: number,
            label: calendar.shortStandaloneMonthSymbols[number - 1],
            value: value,
            text: Strings.Insights.day([
                "day": calendar.standaloneMonthSymbols[number - 1], "value": valueText,
            ]),
            valueText: valueText
        )
    }

    private static func sentence(_ trend: MonthTrend) -> String {
        switch trend {
        case .rising(let percent): Strings.Insights.rising(["percent": String(percent)])
        case .falling(let percent): Strings.Insights.falling(["percent": String(percent)])
        case .steady: Strings.Insights.steady()
        case .unknown: Strings.Insights.noTrend()
        }
    }
}
