import GRDB
import TrendyModel

/// Reports commits and rollbacks of the connection, without observing rows.
final class CommitObserver: TransactionObserver {
    private let broadcaster: Broadcaster<StoreTopic>
    private let changeTracker: ChangeTracker

    init(_ broadcaster: Broadcaster<StoreTopic>, _ changeTracker: ChangeTracker) {
        self.broadcaster = broadcaster
        self.changeTracker = changeTracker
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {
        // The listeners take the changes, so these must be committed first.
        changeTracker.commit()
        broadcaster.changed(.commit)
    }
    func databaseDidRollback(_ db: Database) { changeTracker.rollBack() }
}
