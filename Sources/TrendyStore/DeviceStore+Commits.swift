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

    /// Gathers which entities change from now on; ``commits()`` tells when to look.
    public nonisolated func changes() -> StoreFeed { StoreFeed(changeLog) }
}

/// Tells of commits; looks at no rows.
final class CommitObserver: TransactionObserver {
    private let notices: Notices<StoreTopic>
    private let changeLog: ChangeLog

    init(_ notices: Notices<StoreTopic>, _ changeLog: ChangeLog) {
        self.notices = notices
        self.changeLog = changeLog
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {
        // First what changed: whoever is woken takes it.
        changeLog.commit()
        notices.changed(.commit)
    }
    func databaseDidRollback(_ db: Database) { changeLog.rollBack() }
}
