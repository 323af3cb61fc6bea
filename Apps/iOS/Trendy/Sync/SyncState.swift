import TrendyAppSupport

/// The state of sync as the sync screen shows it.
struct SyncState: Equatable {
    /// The state in a word or two.
    var title: String
    /// The kind of the state.
    var indicator: SyncStatusViewModel.Indicator
    /// What the running sync does; `nil` when none is running.
    var progressText: String?
    /// Why sync does not progress; `nil` when it does.
    var reason: String?
    /// What helps; `nil` when nothing is wrong.
    var remedy: String?
    /// When a sync last succeeded.
    var lastSynced = ""
    /// What is known about the pending changes.
    var pending: [String] = []
    /// What the last requested sync did; `nil` before the first.
    var outcome: String?
    /// Whether a requested sync is running.
    var isSyncing = false
    /// Whether a sync can be requested.
    var canSync = true
    /// Whether syncing needs a sign-in.
    var needsSignIn = false
}

extension SyncState {
    /// The state that a view model shows now.
    @MainActor
    init(_ model: SyncStatusViewModel) {
        title = model.title
        indicator = model.indicator
        progressText = model.progressText
        // The banner above the screen has the same reason; other problems do not explain the state.
        let isExplained = [.sessionEnded, .notTrendy, .appTooOld].contains(model.appProblem?.kind)
        reason = isExplained ? nil : model.reasonText
        remedy = isExplained ? nil : model.remedyText
        lastSynced = model.lastSyncedText
        pending = [model.waitingText, model.oldestText, model.staleText].compactMap(\.self)
        outcome = model.outcomeText
        isSyncing = model.isSyncing
        canSync = model.canSync
        needsSignIn = model.needsSignIn
    }
}
