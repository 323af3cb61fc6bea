import GRDB
import TrendyModel

/// The connection and the cached state during one transaction.
///
/// The store copies ``cached`` into the context and takes it back after the commit, so a
/// transaction that fails leaves the cached state as it was.
final class TransactionContext {
    let db: Database
    let dependencies: Dependencies
    let changeTracker: ChangeTracker
    var cached: CachedState

    init(
        _ db: Database,
        dependencies: Dependencies,
        changeTracker: ChangeTracker,
        cached: CachedState
    ) {
        self.db = db
        self.dependencies = dependencies
        self.changeTracker = changeTracker
        self.cached = cached
    }
}
