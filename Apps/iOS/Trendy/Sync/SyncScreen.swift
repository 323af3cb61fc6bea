import SwiftUI
import TrendyAppSupport

/// The sync centre: the state, what needs the person, the account's devices and the history.
struct SyncScreen: View {
    let app: TrendyApp
    let model: SyncStatusViewModel

    var body: some View {
        List {
            FormFieldError(model.problem)
            SyncStateSection(
                state: SyncState(model),
                onSync: { Task { await sync() } },
                onSignIn: model.signIn
            )
            SyncWorkSection(failed: model.failedText, conflicts: model.conflictsText)
            SyncDevicesSection(
                devices: model.devices.map { SyncDevice($0) },
                text: model.devicesText
            )
            SyncHistorySection(entries: model.history.map { SyncHistoryEntry($0) })
        }
        .safeAreaInset(edge: .top) { ProblemBanner(app: app, problem: model.appProblem) }
        .navigationTitle("Sync")
        .refreshable { await sync() }
        .task { await model.refreshDevices() }
    }

    private func sync() async {
        await model.syncNow()
        await model.refreshDevices()
    }
}
