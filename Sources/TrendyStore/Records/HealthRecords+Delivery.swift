import GRDB
package import TrendyModel
import TrendySQLite

// When the system last called the app for each category, and the order of the sources.
extension HealthRecords {
    /// When the system last called the observer of each category, as far as it is stored.
    package func observerCalls() throws -> [String: Instant] {
        try values(of: Meta.observerCalls).compactMapValues { text in
            Int64(text).map { Instant(milliseconds: $0) }
        }
    }

    /// Stores when the system called the observer of a category.
    ///
    /// A call within `interval` of the stored one writes nothing.
    ///
    /// - Returns: the stored time before; `nil` when there was none.
    @discardableResult
    package func recordObserverCall(
        category: String,
        at instant: Instant,
        interval: Duration
    ) throws -> Instant? {
        let key = Meta.Key.observerCall(category)
        let stored = try Meta.integer(db, key).map { Instant(milliseconds: $0) }
        // A stored time in the future was recorded before the clock was set back.
        if let stored, stored <= instant, instant - stored < interval { return stored }
        try Meta.set(db, key, instant.milliseconds)
        return stored
    }

    /// The order of the sources of each category that was compared with the system's totals.
    package func sourceOrders() throws -> [String: SourceOrder] {
        try values(of: Meta.sourceOrders).compactMapValues(SourceOrder.init(stored:))
    }

    /// The order of the sources of a category; `nil` before the first comparison.
    package func sourceOrder(category: String) throws -> SourceOrder? {
        try Meta.string(db, .sourceOrder(category)).flatMap(SourceOrder.init(stored:))
    }

    /// Stores the order of the sources of a category.
    package func update(category: String, sourceOrder: SourceOrder) throws {
        try Meta.set(db, .sourceOrder(category), sourceOrder.stored)
    }

    private func values(of prefix: String) throws -> [String: String] {
        let statement = try PreparedStatement(
            db,
            "SELECT key, value FROM meta WHERE key >= ? AND key < ?"
        )
        statement.bind(1, prefix)
        // The prefix ends with "/", which "0" follows.
        statement.bind(2, prefix.dropLast() + "0")
        var values: [String: String] = [:]
        try statement.forEachRow { row in
            guard let key = row.string(0), !row.isNull(1) else { return }
            let value = String(decoding: row.bytes(1), as: UTF8.self)
            values[String(key.dropFirst(prefix.count))] = value
        }
        return values
    }
}
