package import TrendyModel

/// The topics of the store's broadcaster.
package enum StoreTopic: Sendable {
    /// A transaction was committed.
    case commit
}

extension DeviceStore {
    /// A listener that is notified after each commit, until its ``Broadcaster/Listener/stop()``.
    package nonisolated func commits() -> Broadcaster<StoreTopic>.Listener {
        broadcaster.listen(to: .commit)
    }

    /// An observation that collects the changed entities from now on.
    ///
    /// ``commits()`` notifies when there may be changes.
    package nonisolated func changes() -> ChangeObservation { ChangeObservation(changeTracker) }
}
