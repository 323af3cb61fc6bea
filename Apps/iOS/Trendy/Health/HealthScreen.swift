import SwiftUI
import TrendyAppSupport
import TrendyHealth
import UIKit

/// The health metrics by group, and what keeps their data from arriving.
struct HealthScreen: View {
    let model: HealthSettingsViewModel
    @Environment(\.openURL) private var openURL

    var body: some View {
        List {
            FormFieldError(model.problem)
            if model.lines.isEmpty {
                // Nothing is known before the first read, which may fail.
                if model.problem == nil { ProgressView("Loading") }
            } else {
                content
            }
        }
        .navigationTitle("Health")
        .refreshable { await model.refresh() }
        .task { await model.run() }
    }

    @ViewBuilder private var content: some View {
        HealthAccessSection(
            state: HealthAccess(model),
            onRequest: { Task { await model.requestAccess() } },
            onOpenSettings: openSettings
        )
        ForEach(HealthGroup.allCases, id: \.self) { group in
            HealthGroupSection(title: group.text, items: items(of: group)) { isOn in
                Task { await model.setEnabled(isOn, group) }
            }
        }
        Section {
            ForEach(model.expectations, id: \.self) { Text($0).font(.detail) }
        } header: {
            Text("What to expect")
        }
    }

    private func items(of group: HealthGroup) -> [HealthItem] {
        model.lines.filter { $0.category.group == group }.map { HealthItem($0) }
    }

    private func openSettings() {
        if let url = URL(string: UIApplication.openSettingsURLString) { openURL(url) }
    }
}
