import SwiftUI
import TrendyAppSupport

/// The state of sync, why it does not progress, and the button that helps.
struct SyncStateSection: View {
    let state: SyncState
    let onSync: @MainActor () -> Void
    let onSignIn: @MainActor () -> Void

    var body: some View {
        Section {
            StateBadge(Text(state.title), tone: state.indicator.tone, icon: state.indicator.icon)
            progress
            if let reason = state.reason { Text(reason) }
            if let remedy = state.remedy {
                Text(remedy).font(.detail).foregroundStyle(.secondary)
            }
            ForEach(state.pending, id: \.self) { Text($0).font(.detail) }
            Text(state.lastSynced).font(.detail).foregroundStyle(.secondary)
        }
        Section {
            if state.needsSignIn {
                PrimaryButton(Text("Sign in"), action: onSignIn)
            } else {
                PrimaryButton(Text("Sync now"), isBusy: state.isSyncing, action: onSync)
                    .disabled(!state.canSync)
            }
            if let outcome = state.outcome { Text(outcome).font(.detail) }
        }
    }

    @ViewBuilder private var progress: some View {
        if let text = state.progressText {
            if case .syncing(let fraction?) = state.indicator {
                ProgressView(value: fraction) { Text(text) }
            } else {
                Text(text).font(.detail)
            }
        }
    }
}

#Preview("Synced") {
    List {
        SyncStateSection(
            state: SyncState(
                title: "Synced",
                indicator: .synced,
                lastSynced: "Last synced 2 min ago.",
                outcome: "Everything is up to date."
            ),
            onSync: {},
            onSignIn: {}
        )
    }
}

#Preview("Syncing") {
    List {
        SyncStateSection(
            state: SyncState(
                title: "Syncing 3 of 5",
                indicator: .syncing(0.6),
                progressText: "Sending: 3 of 5.",
                lastSynced: "Last synced 2 h ago.",
                isSyncing: true
            ),
            onSync: {},
            onSignIn: {}
        )
    }
}

#Preview("Pending") {
    List {
        SyncStateSection(
            state: SyncState(
                title: "3 pending",
                indicator: .waiting,
                lastSynced: "Last synced 2 h ago.",
                pending: ["3 changes wait.", "The oldest is 20 min old."]
            ),
            onSync: {},
            onSignIn: {}
        )
    }
}

#Preview("Offline") {
    List {
        SyncStateSection(
            state: SyncState(
                title: "Offline",
                indicator: .offline,
                reason: "This device has no network connection.",
                remedy: "Connect it. Nothing is lost meanwhile.",
                lastSynced: "Last synced 2 h ago."
            ),
            onSync: {},
            onSignIn: {}
        )
    }
}

#Preview("Sign in") {
    List {
        SyncStateSection(
            state: SyncState(
                title: "Sign in",
                indicator: .signIn,
                reason: "The session has ended.",
                remedy: "Sign in again.",
                lastSynced: "Last synced 2 days ago.",
                canSync: false,
                needsSignIn: true
            ),
            onSync: {},
            onSignIn: {}
        )
    }
}
