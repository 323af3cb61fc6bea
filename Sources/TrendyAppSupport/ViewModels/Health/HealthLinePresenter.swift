import TrendyHealth
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore

/// Makes the texts of a health category.
struct HealthLinePresenter {
    let formats: DisplayFormatter
    let now: Instant
    /// The names of the event types.
    let names: [EntityID: String]
    /// How iOS delivers health data; `nil` on a device without it.
    let delivery: HealthDeliveryState?

    private var today: CalendarDay { formats.zones().day(containing: now) }

    func line(
        _ category: HealthMetric,
        _ state: HealthState,
        rejections: String?
    ) -> HealthSettingsViewModel.Line {
        let own = names[category.eventTypeID] ?? category.text
        let isEnabled = category.isEnabled(state.settings)
        let chosen = state.settings.eventTypeID.map { names[$0] ?? Strings.Timeline.unknownType() }
        let isObserved = delivery?.observed.contains(category) == true
        let isLive = isEnabled && delivery != nil
        return HealthSettingsViewModel.Line(
            category: category,
            title: category.text,
            icon: category.eventType.icon,
            isEnabled: isEnabled,
            notifies: state.settings.notifies,
            eventTypeID: state.settings.eventTypeID,
            typeName: chosen ?? Strings.Health.defaultType(["name": own]),
            state: isEnabled ? text(for: state) : Strings.Health.off(),
            changed: state.changedAt.map {
                Strings.Health.changed(["ago": formats.ago($0, now: now)])
            },
            limited: state.readableFrom.map {
                Strings.Health.limited(["time": formats.timeAndDay($0, today: today)])
            },
            unreadableCount: rejections.map { Strings.Health.rejected(["list": $0]) },
            problem: isEnabled ? problem(state) : nil,
            unrequestedAccess: isEnabled && Self.isUnrequested(state)
                ? Strings.Health.notAsked() : nil,
            isObserved: isObserved,
            observer: isLive ? observer(category, isObserved) : nil,
            delivery: isLive ? delivery(category, state) : nil,
            isDeliveryRefused: isEnabled && state.refusal != nil,
            newestText: state.newest.map {
                Strings.HealthDelivery.newest(["time": formats.timeAndDay($0, today: today)])
            },
            silence: isLive ? silence(category, state) : nil,
            sources: delivery?.orders[category.rawValue].flatMap(sources),
            importProgress: Self.progress(state).map { Double($0.done) / Double($0.total) }
        )
    }

    /// The imported days and all days of the import; `nil` when no import runs.
    static func progress(_ state: HealthState) -> (done: Int, total: Int)? {
        let left = state.backfill.reduce(0) { $0 + $1.count }
        guard left > 0 else { return nil }
        return (max(0, state.backfillDays - left), max(state.backfillDays, left))
    }

    private func text(for state: HealthState) -> String {
        if let progress = Self.progress(state) {
            return Strings.Health.importing([
                "done": String(progress.done), "total": String(progress.total),
            ])
        }
        guard let newest = state.newest else { return Strings.Health.nothingYet() }
        return Strings.Health.newest(["ago": formats.ago(newest, now: now)])
    }

    private func problem(_ state: HealthState) -> String? {
        guard let reason = state.failure, !Self.isUnrequested(state) else { return nil }
        return Strings.Health.failed([
            "time": state.failedAt.map { formats.timeAndDay($0, today: today) } ?? "–",
            "reason": FailureReasonPresenter.text(for: reason),
        ])
    }

    /// Whether capture only waits for the request of access, which is no failure.
    private static func isUnrequested(_ state: HealthState) -> Bool {
        if case .healthData(.notAsked, _) = state.failure { true } else { false }
    }

    private func observer(_ category: HealthMetric, _ isObserved: Bool) -> String {
        guard isObserved else { return Strings.HealthDelivery.notObserved() }
        guard let last = delivery?.calls[category]?.last else {
            return Strings.HealthDelivery.notCalled()
        }
        return Strings.HealthDelivery.observed(["ago": formats.ago(last, now: now)])
    }

    private func delivery(_ category: HealthMetric, _ state: HealthState) -> String {
        if let refusal = state.refusal {
            let reason = FailureReasonPresenter.text(for: refusal)
            return Strings.HealthDelivery.refused(["reason": reason])
        }
        return switch category.delivery {
        case .immediate: Strings.HealthDelivery.immediate()
        case .hourly: Strings.HealthDelivery.hourly()
        }
    }

    /// A gap in what was read, or that nothing was ever read after the first look.
    private func silence(_ category: HealthMetric, _ state: HealthState) -> String? {
        guard let newest = state.newest else {
            let hasLooked = state.anchor != nil && state.backfill.isEmpty
            return hasLooked ? Strings.HealthDelivery.noData() : nil
        }
        let limit = category.silenceLimit
        guard now - newest > limit else { return nil }
        return Strings.HealthDelivery.silent([
            "span": DisplayFormatter.duration(now - newest),
            "limit": DisplayFormatter.duration(limit),
        ])
    }

    private func sources(_ order: SourceOrder) -> String? {
        guard !order.sources.isEmpty else { return nil }
        let list = order.sources.joined(separator: Strings.HealthDelivery.then())
        if order.sources.count == 1 { return Strings.HealthDelivery.oneSource(["sources": list]) }
        return order.isInferred
            ? Strings.HealthDelivery.inferredOrder(["sources": list])
            : Strings.HealthDelivery.defaultOrder(["sources": list])
    }
}
