import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendySync

/// The view models of the current account; replaced when the account changes.
@MainActor
public struct AccountModels: Sendable {
    /// Events grouped by day.
    public let timeline: EventStore
    /// The search and filter of ``timeline``.
    public let filter: TimelineFilterViewModel
    /// Notifications and their permission.
    public let notifications: NotificationSettingsViewModel
    /// Problems with remedies, to share.
    public let diagnosis: DiagnosisViewModel
    /// Account, sync frequency, erasing, versions and licences.
    public let settings: SettingsViewModel
    /// Quick log, deletion and undo of events.
    public let actions: EventActions
    /// The types for quick log.
    public let quickLog: QuickLogViewModel
    /// The event types.
    public let eventTypes: EventTypesViewModel
    /// A year of a metric or event type, and the daily rhythm.
    public let insights: InsightsViewModel
    /// The sync status.
    public let sync: SyncStatusViewModel
    /// Today's summary cards.
    public let summary: SummaryViewModel
    /// Values that lost a conflict with another device's change.
    public let conflicts: ConflictsViewModel
    /// Mutations that the server rejected.
    public let failed: FailedWorkViewModel
    /// Places and their visits.
    public let places: PlacesViewModel
    /// The health categories and their capture settings.
    public let healthSettings: HealthSettingsViewModel

    /// Creates the view models of an engine.
    ///
    /// Reads nothing until a screen asks for it.
    init(
        _ engine: TrendyEngine,
        _ platform: AppPlatform,
        _ account: AccountContext,
        storage: StorageCondition,
        onSignIn: @escaping @MainActor () -> Void
    ) {
        let (store, dependencies) = (engine.store, platform.dependencies)
        let formats = DisplayFormatter(locale: platform.locale) { engine.zones }
        timeline = EventStore(store: store, dependencies: dependencies, formats: formats)
        filter = TimelineFilterViewModel(
            timeline: timeline,
            store: store,
            dependencies: dependencies,
            formats: formats
        )
        notifications = NotificationSettingsViewModel(
            store: store,
            dependencies: dependencies,
            center: platform.services.notificationCenter
        )
        diagnosis = DiagnosisViewModel(
            engine: engine,
            dependencies: dependencies,
            formats: formats
        )
        settings = SettingsViewModel(
            engine: engine,
            dependencies: dependencies,
            account: account,
            keyValues: platform.keyValues,
            appVersion: platform.appVersion
        )
        actions = EventActions(store: store, dependencies: dependencies, formats: formats)
        quickLog = QuickLogViewModel(store: store, dependencies: dependencies)
        eventTypes = EventTypesViewModel(store: store, dependencies: dependencies)
        insights = InsightsViewModel(store: store, dependencies: dependencies, formats: formats)
        sync = SyncStatusViewModel(
            engine: engine,
            dependencies: dependencies,
            formats: formats,
            storage: storage,
            onSignIn: onSignIn
        )
        summary = SummaryViewModel(
            store: store,
            dependencies: dependencies,
            formats: formats,
            onRefresh: { await engine.refresh(within: SummaryViewModel.maximumWait) }
        )
        conflicts = ConflictsViewModel(store: store, dependencies: dependencies, formats: formats)
        failed = FailedWorkViewModel(store: store, dependencies: dependencies, formats: formats)
        places = PlacesViewModel(
            store: store,
            dependencies: dependencies,
            formats: formats,
            monitor: engine.places
        )
        healthSettings = Self.healthSettings(engine, platform, formats)
    }

    @MainActor private static func healthSettings(
        _ engine: TrendyEngine,
        _ platform: AppPlatform,
        _ formats: DisplayFormatter
    ) -> HealthSettingsViewModel {
        let regions = platform.services.regions
        return HealthSettingsViewModel(
            store: engine.store,
            dependencies: platform.dependencies,
            formats: formats,
            authorization: platform.healthAuthorization,
            delivery: { try await engine.healthDelivery() },
            isBackgroundRefreshOn: { regions?.conditions().isBackgroundRefreshOn ?? true },
            onChange: { await engine.healthSettingsChanged($0) },
            onAccessRequested: { await engine.didRequestHealthAccess() }
        )
    }
}
