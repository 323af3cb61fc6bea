import Foundation
import Observation
import TrendyHealth
package import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// The view model of two metrics or event types side by side.
@MainActor
@Observable
package final class ComparisonViewModel: StoreBackedViewModel {
    /// The values of a day.
    package struct Day: Sendable, Equatable, Identifiable {
        /// The day.
        package let id: CalendarDay
        /// The day as text.
        package let title: String
        /// The value of the first subject.
        package let first: Double
        /// The value of the second subject.
        package let second: Double
        /// The value of the first subject with its unit.
        package let firstText: String
        /// The value of the second subject with its unit.
        package let secondText: String
    }

    /// A number with its name.
    package struct Fact: Sendable, Equatable {
        /// The name.
        package let name: String
        /// The value.
        package let value: String
    }

    /// The days with both values, newest first.
    package private(set) var days: [Day] = []
    /// What the days show, in one sentence; empty before the first read.
    package private(set) var sentence = ""
    /// The numbers behind the sentence; empty without a correlation.
    package private(set) var facts: [Fact] = []
    /// Whether a relation was found.
    package private(set) var hasRelation = false
    /// Why the values may be outdated; `nil` when they are current.
    package internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Insights.unreadable }

    @ObservationIgnored private let first: InsightsViewModel.Subject
    @ObservationIgnored private let second: InsightsViewModel.Subject
    @ObservationIgnored private let year: Int
    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates the view model of two subjects in a year.
    package init(
        _ first: InsightsViewModel.Subject,
        with second: InsightsViewModel.Subject,
        year: Int,
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter
    ) {
        (self.first, self.second, self.year) = (first, second, year)
        (self.store, self.dependencies, self.formats) = (store, dependencies, formats)
    }

    /// Reads the values again.
    package func refresh() async {
        await show()
    }

    func read() async throws {
        guard let start = CalendarDay(year: year, month: 1, day: 1),
            let end = CalendarDay(year: year, month: 12, day: 31)
        else { return }
        let today = formats.zones().day(containing: dependencies.wallClock.now())
        // Today's sums are not complete.
        let last = min(end, today.advanced(by: -1))
        var values: [[CalendarDay: Double]] = [[:], [:]]
        if start <= last {
            for (index, subject) in [first, second].enumerated() {
                values[index] = try await FetchDailyValues(store: store)(
                    of: subject.type,
                    metric: subject.metric,
                    on: start...last,
                    in: formats.zones()
                )
            }
        }
        let pairs = values[0].keys.sorted().compactMap { day -> RankCorrelation.Pair? in
            guard let left = values[0][day], let right = values[1][day] else { return nil }
            return RankCorrelation.Pair(day: day, first: left, second: right)
        }
        days = pairs.reversed().map { pair in
            Day(
                id: pair.day,
                title: formats.date(pair.day, today: today),
                first: pair.first,
                second: pair.second,
                firstText: first.text(of: pair.first, formats),
                secondText: second.text(of: pair.second, formats)
            )
        }
        show(RankCorrelation.finding(in: pairs), pairs)
    }

    private func show(_ finding: RankCorrelation.Finding, _ pairs: [RankCorrelation.Pair]) {
        let words: KeyValuePairs = [
            "first": first.name, "second": second.name,
            "needed": String(RankCorrelation.minimumDays), "year": String(year),
        ]
        switch finding {
        case .tooFewDays:
            (hasRelation, facts) = (false, [])
            sentence = Strings.WebInsights.tooFewPairs(pairs.count, words)
        case .constant:
            (hasRelation, facts) = (false, [])
            let isFirst = Set(pairs.map(\.first)).count == 1
            sentence = Strings.WebInsights.constantValue([
                "name": isFirst ? first.name : second.name, "count": String(pairs.count),
            ])
        case .found(let found):
            hasRelation = found.relation != .none
            facts = self.facts(of: found)
            switch found.relation {
            case .positive: sentence = Strings.WebInsights.higherTogether(found.count, words)
            case .negative: sentence = Strings.WebInsights.oppositeWays(found.count, words)
            case .none: sentence = Strings.WebInsights.noRelation(found.count, words)
            }
        }
    }

    private func facts(of found: RankCorrelation) -> [Fact] {
        func signed(_ value: Double) -> String {
            // A rounded zero has no sign.
            let text = formats.number(abs(value), places: 2)
            return value < 0 && text != formats.number(0) ? "−\(text)" : text
        }
        return [
            Fact(
                name: Strings.WebInsights.pairedDays(),
                value: formats.number(Double(found.count))
            ),
            Fact(
                name: Strings.WebInsights.independentDays(),
                value: formats.number(found.effectiveCount)
            ),
            Fact(name: Strings.WebInsights.coefficient(), value: signed(found.coefficient)),
            Fact(
                name: Strings.WebInsights.confidence(),
                value: Strings.WebInsights.range([
                    "low": signed(found.interval.lowerBound),
                    "high": signed(found.interval.upperBound),
                ])
            ),
        ]
    }
}
