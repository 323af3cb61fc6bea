import SwiftUI
import TrendyAppSupport
import UIKit

/// What notifies the person, for each place and each kind of health data.
struct NotificationsScreen: View {
    let model: NotificationSettingsViewModel
    @Environment(\.openURL) private var openURL

    var body: some View {
        List {
            if let text = model.permissionText {
                NotificationPermissionSection(
                    text: text,
                    canAsk: model.canAsk,
                    needsSettings: model.needsSettings,
                    ask: { Task { await model.ask() } },
                    openSettings: openSettings
                )
            }
            Section("Places") {
                if let text = model.placesEmptyText { Text(text) }
                ForEach(model.places) { place in
                    PlaceNotificationRow(
                        name: place.name,
                        onEntry: Binding {
                            place.onEntry
                        } set: { isOn in
                            Task { await model.setEntry(place.id, isOn) }
                        },
                        onExit: Binding {
                            place.onExit
                        } set: { isOn in
                            Task { await model.setExit(place.id, isOn) }
                        }
                    )
                }
            }
            Section("Health") {
                ForEach(model.health) { row in
                    Toggle(
                        isOn: Binding {
                            row.isOn
                        } set: { isOn in
                            Task { await model.setHealth(row.id, isOn) }
                        }
                    ) {
                        Label(row.name, systemImage: row.icon)
                    }
                }
            }
            if let problem = model.problem { FormFieldError(problem) }
        }
        .navigationTitle("Notifications")
        .task { await model.run() }
    }

    private func openSettings() {
        if let url = URL(string: UIApplication.openSettingsURLString) { openURL(url) }
    }
}
