import SwiftUI
import TrendyAppSupport

/// The settings.
struct SettingsScreen: View {
    let app: TrendyApp
    let models: AccountModels

    var body: some View {
        List {
            Section {
                NavigationLink(value: Destination.account) {
                    Row(Text("Account"), icon: "person.crop.circle")
                }
            }
        }
        .navigationTitle("Settings")
    }
}
