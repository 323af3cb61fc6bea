import GRDB
import TrendyModel
import TrendySQLite

/// The key-value table `meta`.
enum Meta {
    struct Key: Sendable {
        let name: String

        static let account = Key(name: "account")
        static let deviceID = Key(name: "device_id")
        static let hybridTime = Key(name: "hybrid_time")
        static let serverOffset = Key(name: "server_offset")
        static let sentThrough = Key(name: "sent_through")
        static let sentBackfillThrough = Key(name: "sent_backfill_through")
        static let inFlight = Key(name: "in_flight")
        static let cursor = Key(name: "cursor")
        static let serverWaitUntil = Key(name: "server_wait_until")
        static let pausedUntil = Key(name: "paused_until")
        static let lastSuccess = Key(name: "last_success")
        static let lastError = Key(name: "last_error")
        static let lastFailure = Key(name: "last_failure")
        static let lastDriftCheck = Key(name: "last_drift_check")
        static let driftProblem = Key(name: "drift_problem")
        static let writeCheck = Key(name: "write_check")
        static let zones = Key(name: "zones")
        static let stagedAfter = Key(name: "staged_after")
        static let devicesAnswer = Key(name: "devices_answer")
        static let devicesAnswerAt = Key(name: "devices_answer_at")
        static func notification(_ identifier: String) -> Key {
            Key(name: "notice/\(identifier)")
        }
        static func observerCall(_ category: String) -> Key {
            Key(name: Meta.observerCalls + category)
        }
        static func sourceOrder(_ category: String) -> Key {
            Key(name: Meta.sourceOrders + category)
        }
        static func asksBeforeResolving(_ type: EntityID) -> Key { Key(name: "asks_first/\(type)") }
    }

    /// The prefixes of keys with one value for each health category.
    static let observerCalls = "observer_call/"
    static let sourceOrders = "source_order/"

    /// A statement that returns the values of several keys, one in each column.
    ///
    /// With `IN (…)`, SQLite would build a temporary table at each execution.
    static func query(for keys: Key...) -> String {
        let values = keys.map { "(SELECT value FROM meta WHERE key = '\($0.name)')" }
        return "SELECT \(values.joined(separator: ", "))"
    }

    /// The instant in a column of a ``query(for:)``.
    static func instant(_ row: PreparedRow, _ column: Int32) -> Instant? {
        row.string(column).flatMap { Int64($0) }.map { Instant(milliseconds: $0) }
    }

    static func bytes(_ db: Database, _ key: Key) throws -> [UInt8]? {
        let statement = try PreparedStatement(db, "SELECT value FROM meta WHERE key = ?")
        statement.bind(1, key.name)
        return try statement.firstRow { $0.isNull(0) ? nil : $0.bytes(0) } ?? nil
    }

    static func integer(_ db: Database, _ key: Key) throws -> Int64? {
        try bytes(db, key).flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
    }

    static func string(_ db: Database, _ key: Key) throws -> String? {
        try bytes(db, key).map { String(decoding: $0, as: UTF8.self) }
    }

    static func id(_ db: Database, _ key: Key) throws -> EntityID? {
        try bytes(db, key).flatMap { EntityID(bytes: $0) }
    }

    static func set(_ db: Database, _ key: Key, bytes: [UInt8]?) throws {
        guard let bytes else {
            let statement = try PreparedStatement(db, "DELETE FROM meta WHERE key = ?")
            statement.bind(1, key.name)
            return try statement.run()
        }
        let statement = try PreparedStatement(
            db,
            "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
        )
        statement.bind(1, key.name)
        statement.bind(2, bytes: bytes)
        try statement.run()
    }

    static func set(_ db: Database, _ key: Key, _ value: Int64) throws {
        try set(db, key, bytes: Array(String(value).utf8))
    }

    static func set(_ db: Database, _ key: Key, _ value: String?) throws {
        try set(db, key, bytes: value.map { Array($0.utf8) })
    }

    static func set(_ db: Database, _ key: Key, _ id: EntityID) throws {
        try set(db, key, bytes: id.bytes)
    }
}
