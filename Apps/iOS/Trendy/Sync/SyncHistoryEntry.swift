import TrendyAppSupport

/// A sync of the past, as the sync screen shows it.
struct SyncHistoryEntry: Equatable, Identifiable {
    var id: Int
    /// When it began.
    var time: String
    /// What it did, or why it failed.
    var text: String
    /// Whether it succeeded.
    var isSuccessful: Bool
}

extension SyncHistoryEntry {
    /// A sync of a view model.
    init(_ run: SyncStatusViewModel.Run) {
        id = run.id
        time = run.time
        text = run.text
        isSuccessful = run.isSuccessful
    }
}
