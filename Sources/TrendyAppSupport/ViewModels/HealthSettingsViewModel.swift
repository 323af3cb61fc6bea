public import Observation
public import TrendyHealth
package import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The view model of health capture: the categories with their settings, state and problems.
@MainActor
@Observable
public final class HealthSettingsViewModel: StoreBackedViewModel {
    /// The settings and state of a category.
    public struct Line: Sendable, Equatable, Identifiable {
        /// The category.
        public let category: HealthMetric
        /// The category's name.
        public let title: String
        /// The SF Symbol of its event type.
        public let icon: String
        /// Whether capture is enabled.
        public let isEnabled: Bool
        /// Whether notifications for new events are enabled.
        public let notifies: Bool
        /// The event type that the person chose; `nil` for the category's own type.
        public let eventTypeID: EntityID?
        /// The name of the event type.
        public let typeName: String
        /// The age of the newest sample, that capture is off, or the progress of the backfill.
        public let state: String
        /// When an event of the category last changed; `nil` when none has.
        public let changed: String?
        /// The start of the readable history when access is limited; `nil` when it is not.
        public let limited: String?
        /// The number of implausible samples that are excluded, with reasons; `nil` when there are
        /// none.
        public let unreadableCount: String?
        /// Why capture failed; `nil` when it did not.
        public let problem: String?

        /// The category's name.
        public var id: String { category.rawValue }
    }

    /// The categories in the order of capture.
    public private(set) var lines: [Line] = []
    /// Problems with remedies.
    public private(set) var findings: [HealthReport.Finding] = []
    /// The event types that a category can use, by name.
    public private(set) var types: [(id: EntityID, name: String)] = []
    /// The authorization state as text; `nil` on a device without health data.
    public private(set) var authorizationText: String?
    /// Whether access can be requested now, because at least one type was not requested yet.
    public private(set) var canRequestAccess = false
    /// Why the settings may be outdated, or why one was not saved; `nil` when neither is the case.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Health.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let authorization: (any HealthAuthorization)?
    @ObservationIgnored private let onChange: @Sendable (HealthMetric) async -> Void
    @ObservationIgnored private let onAccessRequested: @Sendable () async -> Void
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates a view model over a store.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - dependencies: the clocks.
    ///   - formats: formats times.
    ///   - authorization: requests access to health data; `nil` on a device without health data.
    ///   - onChange: called after a setting was saved, so that capture starts or stops.
    ///   - onAccessRequested: called after access was requested, so that capture starts.
    package init(
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        authorization: (any HealthAuthorization)? = nil,
        onChange: @escaping @Sendable (HealthMetric) async -> Void = { _ in },
        onAccessRequested: @escaping @Sendable () async -> Void = {}
    ) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        self.authorization = authorization
        self.onChange = onChange
        self.onAccessRequested = onAccessRequested
    }

    /// Updates the settings after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Reads the settings again.
    public func refresh() async {
        await show()
    }

    /// Enables or disables a category; captured events stay.
    public func setEnabled(_ isEnabled: Bool, _ category: HealthMetric) async {
        await set(category) { $0.isEnabled = isEnabled }
    }

    /// Enables or disables notifications for new events.
    public func setNotifies(_ notifies: Bool, _ category: HealthMetric) async {
        await set(category) { $0.notifies = notifies }
    }

    /// Sets the type of a category's events; `nil` for the category's own type.
    public func setType(_ type: EntityID?, _ category: HealthMetric) async {
        await set(category) { $0.eventTypeID = type }
    }

    /// Enables or disables capture of all metrics of a group.
    public func setEnabled(_ isEnabled: Bool, _ group: HealthGroup) async {
        let metrics = HealthMetric.allCases.filter { $0.group == group }
        await perform(orShow: Strings.Health.notSaved) {
            try await store.write { transaction in
                for metric in metrics {
                    try transaction.health.changeSettings(category: metric.rawValue) {
                        $0.isEnabled = isEnabled
                    }
                }
            }
            for metric in metrics { await onChange(metric) }
        }
    }

    /// Requests access to the enabled metrics; the system prompts for those not requested yet.
    public func requestAccess() async {
        await perform(orShow: Strings.Health.requestFailed) {
            try await authorization?.request(lines.filter(\.isEnabled).map(\.category))
            await onAccessRequested()
        }
    }

    private func set(
        _ category: HealthMetric,
        _ change: @Sendable (inout HealthSettings) -> Void
    ) async {
        await perform(orShow: Strings.Health.notSaved) {
            try await store.write {
                try $0.health.changeSettings(category: category.rawValue, change)
            }
            await onChange(category)
        }
    }

    func read() async throws {
        let now = dependencies.wallClock.now()
        let report = try await HealthReport(of: store, at: now)
        let types = try await store.read { try $0.entities.fetchAll(kind: .eventType) }.map {
            ($0.id, EventTypeFormatter.type($0).name)
        }
        let names = Dictionary(types, uniquingKeysWith: { first, _ in first })
        var lines: [Line] = []
        let states = try await store.read { try $0.health.states() }
        let rejections = Dictionary(
            report.lines.map { ($0.category, $0.rejectionText) },
            uniquingKeysWith: { first, _ in first }
        )
        for category in HealthMetric.allCases {
            lines.append(
                line(
                    category,
                    states[category.rawValue] ?? HealthState(),
                    rejections[category.rawValue] ?? nil,
                    names,
                    now
                )
            )
        }
        self.types = types
        findings = report.findings
        if lines != self.lines { self.lines = lines }
        let status = await authorization?.status(of: lines.filter(\.isEnabled).map(\.category))
        authorizationText = status?.text
        canRequestAccess = status == .notAsked
    }

    private func line(
        _ category: HealthMetric,
        _ state: HealthState,
        _ rejections: String?,
        _ names: [EntityID: String],
        _ now: Instant
    ) -> Line {
        let own = names[category.eventTypeID] ?? category.text
        let isEnabled = category.isEnabled(state.settings)
        let chosen = state.settings.eventTypeID.map { names[$0] ?? Strings.Timeline.unknownType() }
        let today = formats.zones().day(containing: now)
        let problem = state.failure.map { reason in
            Strings.Health.failed([
                "time": state.failedAt.map { formats.timeAndDay($0, today: today) } ?? "–",
                "reason": FailureReasonPresenter.text(for: reason),
            ])
        }
        return Line(
            category: category,
            title: category.text,
            icon: category.eventType.icon,
            isEnabled: isEnabled,
            notifies: state.settings.notifies,
            eventTypeID: state.settings.eventTypeID,
            typeName: chosen ?? Strings.Health.defaultType(["name": own]),
            state: isEnabled ? text(for: state, now) : Strings.Health.off(),
            changed: state.changedAt.map {
                Strings.Health.changed(["ago": formats.ago($0, now: now)])
            },
            limited: state.readableFrom.map {
                Strings.Health.limited(["time": formats.timeAndDay($0, today: today)])
            },
            unreadableCount: rejections.map { Strings.Health.rejected(["list": $0]) },
            problem: isEnabled ? problem : nil
        )
    }

    private func text(for state: HealthState, _ now: Instant) -> String {
        let left = state.backfill.reduce(0) { $0 + $1.count }
        if left > 0 {
            return Strings.Health.importing([
                "done": String(max(0, state.backfillDays - left)),
                "total": String(state.backfillDays),
            ])
        }
        guard let newest = state.newest else { return Strings.Health.nothingYet() }
        return Strings.Health.newest(["ago": formats.ago(newest, now: now)])
    }
}
