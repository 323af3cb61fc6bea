public import Observation
public import TrendyHealth
package import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The view model of today's cards: value, time of the latest sample, and hourly values.
///
/// Shows only stored data: an hour without data is empty, and after a failed read the last values
/// stay with a message. Today is the calendar day in the person's time zone.
@MainActor
@Observable
public final class SummaryViewModel: StoreBackedViewModel {
    /// The categories that have a card, in order.
    public static let categories: [HealthMetric] = [
        .steps, .activeEnergy, .heartRate, .sleep, .workout, .water, .mindfulness, .bodyMass,
    ]

    /// The cards; empty before the first read.
    public private(set) var cards: [SummaryCard] = []
    /// The day of the cards.
    public private(set) var day: CalendarDay
    /// Why the cards may be outdated; `nil` when they are current.
    ///
    /// Cleared by the next successful read.
    public internal(set) var problem: String?

    /// Whether ``refresh()`` is capturing or syncing.
    public private(set) var isRefreshing = false

    /// The longest wait of ``refresh()``.
    public static let maximumWait = Duration.seconds(15)

    static var unreadable: LocalizedText { Strings.Summary.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored let mutex = AsyncMutex()

    @ObservationIgnored private let onRefresh: @Sendable () async -> Void

    /// Creates a view model over a store.
    ///
    /// - `onRefresh`: captures and syncs when the person refreshes.
    package init(
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        onRefresh: @escaping @Sendable () async -> Void = {}
    ) {
        self.onRefresh = onRefresh
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        day = formats.zones().day(containing: dependencies.wallClock.now())
    }

    /// Updates the cards after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Captures new health data, syncs, and reads the cards again.
    ///
    /// Waits at most ``maximumWait`` for the first two; they continue in the background.
    public func refresh() async {
        isRefreshing = true
        await onRefresh()
        isRefreshing = false
        await show()
    }

    func read() async throws {
        let zones = formats.zones()
        let today = zones.day(containing: dependencies.wallClock.now())
        let findings = try await FetchToday(store: store)(Self.categories, on: today, in: zones)
        var new: [SummaryCard] = []
        for found in findings {
            var card = card(found, today, zones)
            card.usual = try await usual(found, today)
            new.append(card)
        }
        day = today
        if new != cards { cards = new }
    }

    private func card(
        _ found: FetchToday.Findings,
        _ today: CalendarDay,
        _ zones: ZoneHistory
    ) -> SummaryCard {
        let value = value(found.category, found.today)
        return SummaryCard(
            category: found.category,
            subjectID: found.eventTypeID.description,
            title: found.name,
            color: found.eventType.color,
            icon: found.eventType.icon,
            value: value,
            caption: caption(found, hasValue: value != nil, today),
            freshness: freshness(found),
            expectation: found.category.delivery == .hourly
                ? Strings.Summary.withinAnHour() : Strings.Summary.withinMinutes(),
            stages: found.category == .sleep
                ? SleepStageShare.stages(of: found.today, formats) : [],
            efficiency: found.category == .sleep
                ? SleepStageShare.efficiency(of: found.today, formats) : nil,
            hours: SummaryHours(day: zones.interval(of: today), formats: formats).hours(of: found),
            hasData: !found.today.isEmpty || found.last != nil,
            problem: problem(found, today)
        )
    }

    private func freshness(_ found: FetchToday.Findings) -> String {
        let now = dependencies.wallClock.now()
        return found.changedAt.map {
            Strings.Summary.reported(["ago": formats.ago($0, now: now)])
        } ?? Strings.Summary.neverReported()
    }

    /// The comparison of a sum of the day; `nil` without any data to compare.
    private func usual(
        _ found: FetchToday.Findings,
        _ today: CalendarDay
    ) async throws -> UsualComparison? {
        guard [.steps, .activeEnergy].contains(found.category) else { return nil }
        let earlier = try await FetchEarlierWeeks(store: store)(of: found.category, before: today)
        guard !earlier.isEmpty || !found.today.isEmpty else { return nil }
        return UsualComparison(
            of: found.category,
            event: found.today.first,
            earlier: earlier,
            now: dependencies.wallClock.now(),
            formats: formats
        )
    }

    private func problem(_ found: FetchToday.Findings, _ today: CalendarDay) -> String? {
        if let reason = found.failure {
            return Strings.Summary.stale([
                "time": found.failedAt.map { formats.timeAndDay($0, today: today) } ?? "–",
                "reason": FailureReasonPresenter.text(for: reason),
            ])
        }
        return found.unreadable.map {
            Strings.Timeline.partlyUnreadable(["field": FieldFormatter.name(of: $0.field)])
        }
    }

    /// Today's value: the sum of water and sessions, or the latest event's value for the rest.
    private func value(_ category: HealthMetric, _ events: [Event]) -> String? {
        guard let newest = events.first else { return nil }
        let words = EventFormatter(formats: formats)
        switch category {
        case .water:
            let sum = events.compactMap { $0.properties.number("milliliters") }.reduce(0, +)
            return words.filled(Strings.Values.milliliters, sum)
        case .sleep:
            return span(of: events, "asleep")
        case .mindfulness:
            return span(of: events, "duration")
        case .workout:
            let span = span(of: events, "duration") ?? "–"
            return Strings.Summary.workouts(events.count, ["span": span])
        default:
            return words.measured(newest)
        }
    }

    private func span(of events: [Event], _ key: String) -> String? {
        let seconds = events.compactMap { $0.properties.number(key) }
        return seconds.isEmpty ? nil : formats.span(seconds: seconds.reduce(0, +))
    }

    private func caption(
        _ found: FetchToday.Findings,
        hasValue: Bool,
        _ today: CalendarDay
    ) -> String {
        if hasValue, let newest = found.today.first {
            // The end of the newest sample, to the minute, rather than of its hourly bucket.
            let time = newest.evidence?.newest ?? newest.endDate ?? newest.timestamp
            let asOf = Strings.Summary.asOf(["time": formats.timeAndDay(time, today: today)])
            guard found.category == .heartRate, let resting = newest.properties.number("resting")
            else { return asOf }
            let value = EventFormatter(formats: formats).filled(Strings.Values.perMinute, resting)
            return "\(Strings.Summary.resting(["value": value])), \(asOf)"
        }
        guard let last = found.last,
            let value = EventFormatter(formats: formats).measured(last)
        else { return Strings.Summary.nothingYet() }
        let day = formats.zones().day(of: last)
        let time =
            last.isAllDay
            ? formats.day(day, today: today)
            : formats.timeAndDay(last.endDate ?? last.timestamp, today: today)
        return Strings.Summary.last(["value": value, "time": time])
    }
}
