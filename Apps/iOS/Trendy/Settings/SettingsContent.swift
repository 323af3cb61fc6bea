import SwiftUI

/// The list of the settings.
struct SettingsContent: View {
    /// The signed-in account, or the text for a device without one.
    let account: String
    /// What has not been sent; `nil` when everything was.
    let unsent: String?
    @Binding var syncsLessOften: Bool
    /// What the switch does.
    let syncsLessOftenText: String
    let problem: String?

    var body: some View {
        List {
            if let problem {
                Section { Banner(Text("Settings not available"), text: Text(problem)) }
            }
            Section {
                NavigationLink(value: Destination.account) {
                    Row(Text("Account"), detail: Text(account), icon: "person.crop.circle")
                }
            } footer: {
                if let unsent { Text(unsent) }
            }
            Section {
                NavigationLink(value: Destination.eventTypes) {
                    Row(Text("Types"), icon: "square.grid.2x2")
                }
                NavigationLink(value: Destination.sync) {
                    Row(Text("Sync"), icon: "arrow.triangle.2.circlepath")
                }
                NavigationLink(value: Destination.health) {
                    Row(Text("Health"), icon: "heart.text.square")
                }
                NavigationLink(value: Destination.notifications) {
                    Row(Text("Notifications"), icon: "bell")
                }
                Toggle("Sync less often", isOn: $syncsLessOften)
            } footer: {
                Text(syncsLessOftenText)
            }
            Section {
                NavigationLink(value: Destination.diagnosis) {
                    Row(Text("Diagnosis"), icon: "stethoscope")
                }
                NavigationLink(value: Destination.about) {
                    Row(Text("About Trendy"), icon: "info.circle")
                }
            }
        }
        .navigationTitle("Settings")
    }
}

#Preview("Everything is sent") {
    SettingsContent(
        account: "a@example.org",
        unsent: nil,
        syncsLessOften: .constant(false),
        syncsLessOftenText: "Saves battery and data.",
        problem: nil
    )
}

#Preview("Unsent changes") {
    SettingsContent(
        account: "Not signed in",
        unsent: "3 changes have not been sent.",
        syncsLessOften: .constant(true),
        syncsLessOftenText: "Saves battery and data.",
        problem: nil
    )
}

#Preview("Not readable") {
    SettingsContent(
        account: "a@example.org",
        unsent: nil,
        syncsLessOften: .constant(false),
        syncsLessOftenText: "Saves battery and data.",
        problem: "The settings may be out of date."
    )
}
