import Observation
import TrendyHealth
package import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// The view model of the hours of the day at which a metric or event type occurs.
@MainActor
@Observable
package final class HourProfileViewModel: StoreBackedViewModel {
    /// The value of an hour.
    package struct Hour: Sendable, Equatable, Identifiable {
        /// The hour, 0…23.
        package let id: Int
        /// The hour from its begin to its end.
        package let label: String
        /// The average sum, or the number of events; `nil` without data.
        package let value: Double?
        /// The value with its unit, or that there is no data.
        package let text: String
    }

    /// The hours; empty when only values of whole days are known.
    package private(set) var hours: [Hour] = []
    /// What the values are, or why there are none.
    package private(set) var text = ""
    /// Why the values may be outdated; `nil` when they are current.
    package internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Insights.unreadable }

    @ObservationIgnored private let subject: InsightsViewModel.Subject
    @ObservationIgnored private let year: Int
    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates the view model of a subject and a year.
    package init(
        subject: InsightsViewModel.Subject,
        year: Int,
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter
    ) {
        (self.subject, self.year) = (subject, year)
        (self.store, self.dependencies, self.formats) = (store, dependencies, formats)
    }

    /// Reads the values again.
    package func refresh() async {
        await show()
    }

    func read() async throws {
        let zones = formats.zones()
        let today = zones.day(containing: dependencies.wallClock.now())
        guard let first = CalendarDay(year: year, month: 1, day: 1),
            let last = CalendarDay(year: year, month: 12, day: 31)
        else { return }
        // The later hours of today are empty, and not zero.
        let end = min(last, today.advanced(by: -1))
        var profile = HourProfile.unknown
        if first <= end {
            profile = try await FetchHourProfile(store: store)(
                of: subject.type,
                metric: subject.metric,
                on: first...end,
                in: zones
            )
        }
        switch profile {
        case .sums(let values, let days):
            hours = values.enumerated().map {
                hour($0, $1, $1.map { subject.text(of: $0, formats) })
            }
            text = Strings.WebInsights.hoursOfDays(days)
        case .entries(let counts):
            hours = counts.enumerated().map { hour($0, Double($1), Strings.Insights.entries($1)) }
            text = Strings.WebInsights.hoursOfEntries(counts.reduce(0, +))
        case .unknown:
            hours = []
            text = Strings.WebInsights.noHours()
        }
    }

    private func hour(_ hour: Int, _ value: Double?, _ text: String?) -> Hour {
        let times = [hour, (hour + 1) % 24].map { formats.time(minuteOfDay: $0 * 60) }
        return Hour(
            id: hour,
            label: Strings.Time.span(["start": times[0], "end": times[1]]),
            value: value,
            text: text ?? Strings.Insights.noData()
        )
    }
}
