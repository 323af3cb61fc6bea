import SwiftUI
import TrendyAppSupport

/// The screen of a destination.
struct DestinationView: View {
    let destination: Destination
    let app: TrendyApp
    let models: AccountModels

    var body: some View {
        switch destination {
        case .account: AccountScreen(app: app, model: models.settings)
        case .notifications: NotificationsScreen(model: models.notifications)
        case .diagnosis: DiagnosisScreen(model: models.diagnosis)
        case .about: AboutScreen(model: models.settings)
        }
    }
}
