public import Observation
public import TrendyHealth
import TrendyLocalization
public import TrendyModel
public import TrendyStore

/// What is captured of health, since when, and what is wrong with it.
@MainActor
@Observable
public final class HealthSettingsViewModel: StoreBackedViewModel {
    /// A category.
    public struct Line: Sendable, Equatable, Identifiable {
        /// The category.
        public let category: HealthCategory
        /// Its name.
        public let title: String
        /// The SF Symbol of its type.
        public let icon: String
        /// Whether it is captured.
        public let isEnabled: Bool
        /// Whether the person is told of new events.
        public let notifies: Bool
        /// The type that the person chose for its events; `nil` for its own.
        public let eventTypeID: EntityID?
        /// That type's name.
        public let typeName: String
        /// When its newest sample was taken, that it is off, or how far its import has come.
        public let state: String
        /// When an event of it last changed; `nil` when none has.
        public let changed: String?
        /// That only newer samples may be read; `nil` when older ones are not withheld.
        public let limited: String?
        /// How many samples are kept out, since they cannot be true, and why; `nil` when none is.
        public let unreadableCount: String?
        /// What is wrong; `nil` when nothing is.
        public let problem: String?

        /// The category's name.
        public var id: String { category.rawValue }
    }

    /// The categories, in the order in which they are captured.
    public private(set) var lines: [Line] = []
    /// What is wrong and what helps.
    public private(set) var findings: [HealthReport.Finding] = []
    /// The types that a category's events can have, by name.
    public private(set) var types: [(id: EntityID, name: String)] = []
    /// Whether the person was asked, in words; `nil` where there is nothing to ask.
    public private(set) var authorizationText: String?
    /// Whether the person can be asked now: there is something that they were not asked for yet.
    public private(set) var canAsk = false
    /// Why what is shown may be out of date, or why a setting was not kept; `nil` when all is well.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Health.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let authorization: (any HealthAuthorization)?
    @ObservationIgnored private let onChange: @Sendable (HealthCategory) async -> Void
    @ObservationIgnored private let onAsked: @Sendable () async -> Void
    @ObservationIgnored let mutex = AsyncMutex()

    /// The settings of a store.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - dependencies: the clocks.
    ///   - formats: how times look.
    ///   - authorization: whether health data may be read; `nil` where there is none.
    ///   - onChange: called once a setting is kept, so that capture begins or ends.
    ///   - onAsked: called once the person was asked, so that capture begins.
    public init(
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        authorization: (any HealthAuthorization)? = nil,
        onChange: @escaping @Sendable (HealthCategory) async -> Void = { _ in },
        onAsked: @escaping @Sendable () async -> Void = {}
    ) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        self.authorization = authorization
        self.onChange = onChange
        self.onAsked = onAsked
    }

    /// Shows each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Shows the settings as they are now.
    public func refresh() async {
        await show()
    }

    /// Switches a category on or off; what was captured stays.
    public func setEnabled(_ isEnabled: Bool, _ category: HealthCategory) async {
        await set(category) { $0.isEnabled = isEnabled }
    }

    /// Sets whether the person is told of new events.
    public func setNotifies(_ notifies: Bool, _ category: HealthCategory) async {
        await set(category) { $0.notifies = notifies }
    }

    /// Sets the type of a category's events; its own when `nil`.
    public func setType(_ type: EntityID?, _ category: HealthCategory) async {
        await set(category) { $0.eventTypeID = type }
    }

    /// Asks the person for all that they were not asked for yet, as their system does.
    public func ask() async {
        await act(orSay: Strings.Health.notAskedNow) {
            try await authorization?.request(HealthCategory.allCases)
            await onAsked()
        }
    }

    private func set(
        _ category: HealthCategory,
        _ change: @Sendable (inout HealthSettings) -> Void
    ) async {
        await act(orSay: Strings.Health.notKept) {
            try await store.changeHealth(category: category.rawValue, change)
            await onChange(category)
        }
    }

    func read() async throws {
        let now = dependencies.wallClock.now()
        let report = try await HealthReport(of: store, at: now)
        let types = try await store.entities(kind: .eventType).map {
            ($0.id, EventTypeFormatter.type($0).name)
        }
        let names = Dictionary(types, uniquingKeysWith: { first, _ in first })
        var lines: [Line] = []
        for category in HealthCategory.allCases {
            let state = try await store.healthState(category: category.rawValue)
            let flaws = report.lines.first { $0.category == category.rawValue }?.rejectionText
            lines.append(line(category, state, flaws, names, now))
        }
        self.types = types
        findings = report.findings
        if lines != self.lines { self.lines = lines }
        let status = await authorization?.status(of: HealthCategory.allCases)
        authorizationText = status?.text
        canAsk = status == .notAsked
    }

    private func line(
        _ category: HealthCategory,
        _ state: HealthState,
        _ flaws: String?,
        _ names: [EntityID: String],
        _ now: Instant
    ) -> Line {
        let own = names[category.eventTypeID] ?? category.text
        let chosen = state.settings.eventTypeID.map { names[$0] ?? Strings.Timeline.unknownType() }
        let today = formats.zones().day(containing: now)
        let problem = state.failure.map { reason in
            Strings.Health.failed([
                "time": state.failedAt.map { formats.timeAndDay($0, today: today) } ?? "–",
                "reason": reason,
            ])
        }
        return Line(
            category: category,
            title: category.text,
            icon: category.eventType.icon,
            isEnabled: state.settings.isEnabled,
            notifies: state.settings.notifies,
            eventTypeID: state.settings.eventTypeID,
            typeName: chosen ?? Strings.Health.ownType(["name": own]),
            state: text(for: state, now),
            changed: state.changedAt.map {
                Strings.Health.changed(["ago": formats.ago($0, now: now)])
            },
            limited: state.readableFrom.map {
                Strings.Health.limited(["time": formats.timeAndDay($0, today: today)])
            },
            unreadableCount: flaws.map { Strings.Health.notRead(["flaws": $0]) },
            problem: state.settings.isEnabled ? problem : nil
        )
    }

    private func text(for state: HealthState, _ now: Instant) -> String {
        guard state.settings.isEnabled else { return Strings.Health.off() }
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
