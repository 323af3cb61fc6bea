import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// The view model of the regularity of the latest nights.
@MainActor
@Observable
package final class SleepRegularityViewModel: StoreBackedViewModel {
    /// The Sleep Regularity Index as a number; `nil` with too few nights.
    package private(set) var index: String?
    /// What the index says, or why there is none; empty before the first read.
    package private(set) var sentence = ""
    /// The numbers of the usual night; empty with too few nights.
    package private(set) var facts: [ComparisonViewModel.Fact] = []
    /// Why the values may be outdated; `nil` when they are current.
    package internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Insights.unreadable }

    @ObservationIgnored private let dayCount: Int
    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates the view model of the nights that ended on the latest days, today included.
    package init(
        days: Int,
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter
    ) {
        dayCount = max(1, days)
        (self.store, self.dependencies, self.formats) = (store, dependencies, formats)
    }

    /// Reads the values again.
    package func refresh() async {
        await show()
    }

    func read() async throws {
        let zones = formats.zones()
        let today = zones.day(containing: dependencies.wallClock.now())
        let found = try await FetchSleepRegularity(store: store)(
            on: today.advanced(by: 1 - dayCount)...today,
            in: zones
        )
        index = found?.index.map { formats.number($0) }
        sentence = sentence(found)
        facts = found.map { facts(of: $0) } ?? []
    }

    private func sentence(_ found: SleepRegularity?) -> String {
        guard let found, found.nights > 0 else { return Strings.WebInsights.noNights() }
        guard let index = found.index else {
            return Strings.WebInsights.tooFewNights(
                found.nights,
                ["pairs": String(found.pairs), "needed": String(SleepRegularity.minimumNights)]
            )
        }
        // The index is 200 times the share, less 100.
        let share = formats.number((index + 100) / 2)
        return Strings.WebInsights.regularity(found.pairs, ["share": share])
    }

    private func facts(of found: SleepRegularity) -> [ComparisonViewModel.Fact] {
        guard let usual = found.usual else { return [] }
        return [
            .init(name: Strings.WebInsights.nights(), value: String(found.nights)),
            .init(
                name: Strings.WebInsights.usualNight(),
                value: Strings.Time.span(["start": clock(usual.start), "end": clock(usual.end)])
            ),
            .init(name: Strings.WebInsights.usualMiddle(), value: clock(usual.middle)),
            .init(
                name: Strings.WebInsights.middleDeviation(),
                value: formats.span(seconds: usual.deviation.rounded() * 60)
            ),
        ]
    }

    /// A time of day, as `23:10`.
    private func clock(_ minute: Double) -> String {
        let minute = Int(minute.rounded()) % 1440
        return formats.time(minuteOfDay: minute)
    }
}
