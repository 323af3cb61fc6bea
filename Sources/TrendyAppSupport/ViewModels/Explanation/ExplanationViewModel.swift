public import Observation
public import TrendyHealth
package import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The view model of where the number of a metric on a day comes from.
@MainActor
@Observable
public final class ExplanationViewModel: StoreBackedViewModel {
    /// A group of metrics to choose from.
    public struct Group: Sendable, Equatable, Identifiable {
        /// The name of the group.
        public let id: String
        /// The metrics by name.
        public internal(set) var metrics: [HealthMetric]
    }

    /// The first day that can be explained: no sample is older.
    public nonisolated static let firstDay = CalendarDay(daysSinceEpoch: 0)

    /// The metric; `nil` to offer the choice only.
    public let metric: HealthMetric?
    /// The day.
    public let day: CalendarDay
    /// The current day, the last that can be explained.
    public let today: CalendarDay
    /// The day as text: today, yesterday or a date.
    public let dayText: String
    /// The metrics with data, and the shown one.
    public private(set) var groups: [Group] = []
    /// The explanation; `nil` before the first read.
    public private(set) var explanation: DayExplanation?
    /// Why the explanation is missing or may be outdated; `nil` when it is current.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.WebExplanation.unreadable }

    /// The day before; `nil` for the first.
    public var previousDay: CalendarDay? {
        day > Self.firstDay ? day.advanced(by: -1) : nil
    }
    /// The day after; `nil` for today.
    public var nextDay: CalendarDay? { day < today ? day.advanced(by: 1) : nil }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored let mutex = AsyncMutex()
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let samples: (any SampleProviding)?
    @ObservationIgnored private let isReplica: Bool

    /// Creates a view model over a store.
    ///
    /// - Parameters:
    ///   - metric: the metric; `nil` to offer the choice only.
    ///   - day: the day, at most today.
    ///   - store: the device's database.
    ///   - dependencies: the clocks.
    ///   - formats: formats values, and defines where days begin and end.
    ///   - samples: the kept samples; `nil` where there cannot be any.
    ///   - isReplica: whether the store is a server's copy, which reads no samples.
    package init(
        metric: HealthMetric?,
        day: CalendarDay,
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        samples: (any SampleProviding)?,
        isReplica: Bool
    ) {
        self.metric = metric
        self.day = day
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        self.samples = samples
        self.isReplica = isReplica
        today = formats.zones().day(containing: dependencies.wallClock.now())
        dayText = formats.day(day, today: today)
    }

    /// Reads the explanation again.
    public func refresh() async {
        await show()
    }

    func read() async throws {
        groups = Self.groups(try await FetchHealthMetrics(store: store)(), with: metric)
        guard let metric else { return }
        let zones = formats.zones()
        let (store, day) = (store, day)
        let explained = try await samples?.withSamples { source in
            try await ExplainHealthDay(store: store, source: source)(metric, on: day, in: zones)
        }
        let found =
            if let explained {
                explained
            } else {
                try await ExplainHealthDay(store: store)(metric, on: day, in: zones)
            }
        explanation =
            ExplanationPresenter(
                explanation: found,
                isReplica: isReplica,
                now: dependencies.wallClock.now(),
                formats: formats
            ).text
    }

    private static func groups(_ found: [HealthMetric], with shown: HealthMetric?) -> [Group] {
        var groups: [Group] = []
        let missing = shown.flatMap { found.contains($0) ? nil : $0 }
        let metrics = (found + [missing].compactMap(\.self)).sorted { left, right in
            (left.group.text, left.text) < (right.group.text, right.text)
        }
        for metric in metrics {
            if groups.last?.id != metric.group.text {
                groups.append(Group(id: metric.group.text, metrics: []))
            }
            groups[groups.count - 1].metrics.append(metric)
        }
        return groups
    }
}
