import GRDB
public import TrendyModel

/// What ``DeviceStore/commits()`` tells of.
public enum StoreTopic: Sendable {
    /// Something was committed.
    case commit
}

extension DeviceStore {
    /// A notice after each commit, whoever made it; ``Notices/Listener/stop()`` ends it.
    public nonisolated func commits() -> Broadcaster<StoreTopic>.Listener {
        notices.listen(to: .commit)
    }

    /// Gathers which entities change from now on; ``commits()`` tells when to look.
    public nonisolated func changes() -> ChangeObservation { ChangeObservation(changeTracker) }
}

/// Tells of commits; looks at no rows.
final class CommitObserver: TransactionObserver {
    private let notices: Broadcaster<StoreTopic>
    private let changeTracker: ChangeTracker

    init(_ notices: Broadcaster<StoreTopic>, _ changeTracker: ChangeTracker) {
        self.notices = notices
        self.changeTracker = changeTracker
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {
        // First what changed: whoever is woken takes it.
        changeTracker.commit()
        notices.changed(.commit)
    }
    func databaseDidRollback(_ db: Database) { changeTracker.rollBack() }
}
