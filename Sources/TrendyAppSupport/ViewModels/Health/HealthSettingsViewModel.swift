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
    /// The categories in the order of capture.
    public private(set) var lines: [Line] = []
    /// Problems with remedies, without access that was not requested yet: that is
    /// ``permissionText``.
    public private(set) var findings: [HealthReport.Finding] = []
    /// ``findings`` as texts.
    public var findingRows: [Finding] {
        findings.enumerated().map { Finding($0.offset, $0.element) }
    }
    /// That Background App Refresh is off; `nil` when it is on.
    public private(set) var backgroundRefreshText: String?
    /// That iOS did not wake the app for a long time, probably because the person swiped the app
    /// away; `nil` without evidence of that.
    public private(set) var deliveryWarning: String?
    /// The progress of the import of history; `nil` when no import runs.
    public private(set) var importText: String?
    /// The imported share of the history, from 0 to 1; `nil` when no import runs.
    public private(set) var importProgress: Double?
    /// The event types that a category can use, by name.
    public private(set) var types: [(id: EntityID, name: String)] = []
    /// The authorization state as text; `nil` on a device without health data.
    public private(set) var authorizationText: String?
    /// ``authorizationText``, which says what Apple Health does not reveal.
    public var permissionText: String? { authorizationText }
    /// When to expect new data.
    public var expectations: [String] {
        typealias Texts = Strings.HealthDelivery
        return [
            Texts.expectWorkouts(), Texts.expectSleep(), Texts.expectSums(), Texts.expectClosed(),
            Texts.expectLocked(),
        ]
    }
    /// Whether access can be requested now, because at least one type was not requested yet.
    public private(set) var canRequestAccess = false
    /// Why the settings may be outdated, or why one was not saved; `nil` when neither is the case.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Health.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let authorization: (any HealthAuthorization)?
    @ObservationIgnored private let readDelivery: @Sendable () async throws -> HealthDeliveryState?
    @ObservationIgnored private let isBackgroundRefreshOn: @Sendable () async -> Bool
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
    ///   - delivery: how iOS delivers health data; returns `nil` on a device without it.
    ///   - isBackgroundRefreshOn: whether Background App Refresh is on.
    ///   - onChange: called after a setting was saved, so that capture starts or stops.
    ///   - onAccessRequested: called after access was requested, so that capture starts.
    package init(
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        authorization: (any HealthAuthorization)? = nil,
        delivery: @escaping @Sendable () async throws -> HealthDeliveryState? = { nil },
        isBackgroundRefreshOn: @escaping @Sendable () async -> Bool = { true },
        onChange: @escaping @Sendable (HealthMetric) async -> Void = { _ in },
        onAccessRequested: @escaping @Sendable () async -> Void = {}
    ) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        self.authorization = authorization
        readDelivery = delivery
        self.isBackgroundRefreshOn = isBackgroundRefreshOn
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
        let states = try await store.read { try $0.health.states() }
        let delivery = try await readDelivery()
        let rejections = Dictionary(
            report.lines.map { ($0.category, $0.rejectionText) },
            uniquingKeysWith: { first, _ in first }
        )
        let presenter = HealthLinePresenter(
            formats: formats,
            now: now,
            names: names,
            delivery: delivery
        )
        let lines = HealthMetric.allCases.map { category in
            presenter.line(
                category,
                states[category.rawValue] ?? HealthState(),
                rejections: rejections[category.rawValue] ?? nil
            )
        }
        self.types = types
        findings = report.findings.filter { !$0.isUnrequestedAccess }
        if lines != self.lines { self.lines = lines }
        showImport(states)
        let isRefreshOff = delivery == nil ? false : await !isBackgroundRefreshOn()
        showDelivery(delivery, states, now, isRefreshOff: isRefreshOff)
        let status = await authorization?.status(of: lines.filter(\.isEnabled).map(\.category))
        authorizationText = status?.text
        canRequestAccess = status == .notAsked
    }

    private func showImport(_ states: [String: HealthState]) {
        let enabled = HealthMetric.allCases.filter { $0.isEnabled(states[$0.rawValue]?.settings) }
        let parts = enabled.compactMap { states[$0.rawValue].flatMap(HealthLinePresenter.progress) }
        guard !parts.isEmpty else {
            (importText, importProgress) = (nil, nil)
            return
        }
        let done = parts.reduce(0) { $0 + $1.done }
        let total = parts.reduce(0) { $0 + $1.total }
        importText = Strings.HealthDelivery.importing([
            "done": formats.number(Double(done)), "total": formats.number(Double(total)),
        ])
        importProgress = Double(done) / Double(total)
    }

    private func showDelivery(
        _ delivery: HealthDeliveryState?,
        _ states: [String: HealthState],
        _ now: Instant,
        isRefreshOff: Bool
    ) {
        backgroundRefreshText = isRefreshOff ? Strings.HealthDelivery.refreshOff() : nil
        let today = formats.zones().day(containing: now)
        let missed = delivery?.calls.compactMap { category, calls in
            calls.missedInterval(of: category, newest: states[category.rawValue]?.newest)
        }
        // With Background App Refresh off, the reason is known.
        let longest = isRefreshOff ? nil : missed?.min { $0.lowerBound < $1.lowerBound }
        deliveryWarning = longest.map {
            Strings.HealthDelivery.notWoken([
                "start": formats.timeAndDay($0.lowerBound, today: today),
                "end": formats.timeAndDay($0.upperBound, today: today),
            ])
        }
    }
}
