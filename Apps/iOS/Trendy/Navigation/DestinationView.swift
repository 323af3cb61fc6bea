import SwiftUI
import TrendyAppSupport

/// The screen of a destination.
struct DestinationView: View {
    let destination: Destination
    let app: TrendyApp
    let models: AccountModels

    var body: some View {
        switch destination {
        case .account: AccountScreen(auth: app.auth)
        }
    }
}
