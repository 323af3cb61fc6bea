import SwiftUI

/// What is known about the permission, and what keeps new data from arriving.
struct HealthAccessSection: View {
    let state: HealthAccess
    let onRequest: @MainActor () -> Void
    let onOpenSettings: @MainActor () -> Void

    var body: some View {
        if let text = state.deliveryWarning { Banner(Text(text)) }
        if let text = state.backgroundRefresh {
            Banner(Text(text), actionTitle: Text("Open Settings"), action: onOpenSettings)
        }
        ForEach(state.findings) { finding in
            Banner(
                Text(finding.text),
                remedy: Text(finding.remedy),
                tone: finding.isFailure ? .warning : .neutral
            )
        }
        Section {
            if let permission = state.permission {
                Text(permission)
            } else {
                Text("This device has no health data.")
            }
            if state.canRequest {
                PrimaryButton(Text("Allow access"), action: onRequest)
            }
            if let text = state.importText, let progress = state.importProgress {
                ProgressView(value: progress) { Text(text) }
            }
        } header: {
            Text("Access")
        }
    }
}

#Preview("Not asked") {
    List {
        HealthAccessSection(
            state: HealthAccess(permission: "Not asked yet.", canRequest: true),
            onRequest: {},
            onOpenSettings: {}
        )
    }
}

#Preview("Problems and an import") {
    List {
        HealthAccessSection(
            state: HealthAccess(
                permission: "Asked. Apple Health never says what was allowed.",
                backgroundRefresh: "Background App Refresh is off.",
                deliveryWarning: "iOS did not wake the app since yesterday.",
                findings: [
                    HealthFinding(id: 0, text: "No steps for 3 days.", remedy: "Check the access.")
                ],
                importText: "Importing: 3 of 10 years.",
                importProgress: 0.3
            ),
            onRequest: {},
            onOpenSettings: {}
        )
    }
}
