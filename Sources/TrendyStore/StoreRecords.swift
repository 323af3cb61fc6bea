import GRDB
import TrendyModel

/// The records of one feature within a transaction.
protocol StoreRecords {
    var context: TransactionContext { get }
}

extension StoreRecords {
    var db: Database { context.db }
    var dependencies: Dependencies { context.dependencies }
    var changeTracker: ChangeTracker { context.changeTracker }

    var hybridClock: HybridClock {
        get { context.cached.clock }
        nonmutating set { context.cached.clock = newValue }
    }

    /// How far the server's clock is ahead of the device's.
    var serverOffset: Duration {
        get { context.cached.serverOffset }
        nonmutating set { context.cached.serverOffset = newValue }
    }

    /// The mutations that may have been sent; they are never coalesced.
    var sent: SentWatermark {
        get { context.cached.sent }
        nonmutating set { context.cached.sent = newValue }
    }

    /// The edit time of a new local edit, which is later than all known edits.
    func nextEditTime() -> Instant {
        hybridClock.nextEditTime(now: dependencies.wallClock.now(), serverOffset: serverOffset)
    }

    /// A writer of local edits.
    ///
    /// - `editedAt`: the time of the edits; ``nextEditTime()`` when `nil`.
    /// - `sent`: the mutations that may have been sent; ``sent`` when `nil`.
    func writer(editedAt: Instant? = nil, sent: SentWatermark? = nil) -> LocalWriter {
        LocalWriter(
            db: db,
            now: dependencies.wallClock.now(),
            editedAt: editedAt ?? nextEditTime(),
            sent: sent ?? self.sent,
            ids: dependencies.ids,
            changeTracker: changeTracker
        )
    }
}
