import GRDB
public import TrendyModel

/// What ``DeviceStore/commits()`` tells of.
public enum StoreTopic: Sendable {
    /// Something was committed.
    case commit
}

extension DeviceStore {
    /// A notice after each commit, whoever made it; ``Notices/Listener/stop()`` ends it.
    public nonisolated func commits() -> Notices<StoreTopic>.Listener {
        notices.listen(to: .commit)
    }
}

/// Tells of commits; looks at no rows.
final class CommitObserver: TransactionObserver {
    private let notices: Notices<StoreTopic>

    init(_ notices: Notices<StoreTopic>) {
        self.notices = notices
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { notices.changed(.commit) }
    func databaseDidRollback(_ db: Database) {}
}
