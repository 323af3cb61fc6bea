import SwiftUI
import TrendyAppSupport

/// The screen of a destination.
struct DestinationView: View {
    let destination: Destination
    let app: TrendyApp
    let models: AccountModels
    let router: MainRouter

    var body: some View {
        switch destination {
        case .account: AccountScreen(app: app, model: models.settings)
        case .notifications: NotificationsScreen(model: models.notifications)
        case .diagnosis: DiagnosisScreen(model: models.diagnosis)
        case .about: AboutScreen(model: models.settings)
        case .metric(let id): MetricScreen(id: id, models: models)
        case .eventTypes: EventTypesScreen(models: models, router: router)
        case .sync: SyncScreen(app: app, model: models.sync)
        case .failedChanges: FailedChangesScreen(model: models.failed, router: router)
        case .conflicts: ConflictsScreen(model: models.conflicts)
        case .place(let id): PlaceScreen(id: id, places: models.places, router: router)
        case .health: HealthScreen(model: models.healthSettings)
        case .healthMetric(let id):
            HealthMetricScreen(id: id, model: models.healthSettings)
        }
    }
}
