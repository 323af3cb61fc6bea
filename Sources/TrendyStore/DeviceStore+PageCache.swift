import GRDB
import TrendySQLite

extension DeviceStore {
    /// The size of SQLite's page cache.
    static let pageCacheKilobytes = 4_096
    /// The size of SQLite's page cache during an import.
    ///
    /// The ids of imported events are random, so a transaction with a thousand events touches most
    /// pages of an index by id. The cache has to hold the index of 200,000 events, or each page is
    /// read and written several times for each transaction.
    package static let importCacheKilobytes = 8_192

    /// Sets the maximum size of SQLite's page cache, or restores the usual one.
    ///
    /// Durability does not depend on it.
    ///
    /// - `kilobytes`: the maximum; `nil` for the usual size.
    package func setPageCache(kilobytes: Int?) throws {
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA cache_size = -\(kilobytes ?? Self.pageCacheKilobytes)")
        }
    }
}
