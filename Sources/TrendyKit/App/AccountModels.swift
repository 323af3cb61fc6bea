import TrendyHealth
import TrendyModel
import TrendySync

/// The view models of the account in use; another account has others.
@MainActor
public struct AccountModels: Sendable {
    /// What happened, by day.
    public let timeline: EventStore
    /// How sync is doing.
    public let sync: SyncStatusViewModel
    /// Today's cards.
    public let summary: SummaryViewModel
    /// What lost against another device's change.
    public let conflicts: ConflictsViewModel
    /// What the server did not accept.
    public let failed: FailedWorkViewModel
    /// The places and their visits.
    public let places: PlacesViewModel
    /// What is captured of health.
    public let healthSettings: HealthSettingsViewModel

    /// The view models of an engine; nothing is read before a screen asks for it.
    init(_ engine: TrendyEngine, _ platform: AppPlatform, onSignIn: @escaping @MainActor () -> Void)
    {
        let (store, dependencies) = (engine.store, platform.dependencies)
        let formats = DisplayFormatter { engine.zones }
        timeline = EventStore(store: store, dependencies: dependencies, formats: formats)
        sync = SyncStatusViewModel(
            engine: engine,
            dependencies: dependencies,
            formats: formats,
            onSignIn: onSignIn
        )
        summary = SummaryViewModel(store: store, dependencies: dependencies, formats: formats)
        conflicts = ConflictsViewModel(store: store, dependencies: dependencies, formats: formats)
        failed = FailedWorkViewModel(store: store, dependencies: dependencies, formats: formats)
        places = PlacesViewModel(
            store: store,
            dependencies: dependencies,
            formats: formats,
            watch: engine.places
        )
        healthSettings = HealthSettingsViewModel(
            store: store,
            dependencies: dependencies,
            formats: formats,
            authorization: platform.healthAuthorization,
            onChange: { await engine.healthSettingsChanged($0) },
            onAsked: { await engine.healthAccessWasAsked() }
        )
    }
}
