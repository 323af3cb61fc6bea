import GRDB
import TrendyModel

/// The state that a store caches in memory while it holds the lock of the file.
struct CachedState {
    /// The source of edit times.
    var clock: HybridClock
    /// How far the server's clock was ahead of the device's at the last answer.
    var serverOffset: Duration
    /// The mutations that may have been sent; they are never coalesced.
    var sent: SentWatermark

    /// Reads the state from the database.
    init(_ db: Database) throws {
        let latestEdit = try Int64.fetchOne(db, sql: "SELECT max(edited_at) FROM mutation")
        let latest = max(latestEdit ?? 0, try Meta.integer(db, .hybridTime) ?? 0)
        clock = HybridClock(latest: Instant(milliseconds: latest))
        serverOffset = .milliseconds(try Meta.integer(db, .serverOffset) ?? 0)
        sent = try SentWatermark(db)
    }
}
