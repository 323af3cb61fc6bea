import GRDB
import TrendyModel

/// What a store keeps in memory of its file, as long as nobody else may write it.
struct CachedState {
    /// Times of edits.
    var clock: HybridClock
    /// How far the server's clock was ahead when it last answered.
    var serverOffset: Duration
    /// What may have been sent: it is never coalesced.
    var sent: SentWatermark

    /// What a file says.
    init(_ db: Database) throws {
        let latestEdit = try Int64.fetchOne(db, sql: "SELECT max(edited_at) FROM mutation")
        let latest = max(latestEdit ?? 0, try Meta.integer(db, .hybridTime) ?? 0)
        clock = HybridClock(latest: Instant(milliseconds: latest))
        serverOffset = .milliseconds(try Meta.integer(db, .serverOffset) ?? 0)
        sent = try SentWatermark(db)
    }
}
