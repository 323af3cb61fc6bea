import GRDB
import TrendySQLite

/// The claims of delivered notifications, which keep a notification from being delivered twice.
package struct NotificationRecords: StoreRecords {
    let context: TransactionContext

    /// Claims a notification; the caller whose claim succeeds delivers it.
    ///
    /// - Returns: whether the notification was not claimed before.
    package func claim(_ identifier: String) throws -> Bool {
        try claim(identifier, of: "1")
    }

    /// Claims a notification of the latest fact in a series, such as the visits to one place.
    ///
    /// - Returns: whether the last claim of the series was of another fact, or there was none.
    package func claim(_ identifier: String, of fact: String) throws -> Bool {
        guard try Meta.string(db, .notification(identifier)) != fact else { return false }
        try Meta.set(db, .notification(identifier), fact)
        return true
    }

    /// The maximum number of stored facts of one kind.
    private static let maximumFacts = 64

    /// Claims notifications of several facts of one kind, such as the events of a category.
    ///
    /// The newest 64 claims are stored. Facts must not contain spaces.
    ///
    /// - Returns: the facts that were not claimed before, in their order.
    package func claim(_ identifier: String, of facts: [String]) throws -> [String] {
        let claimed = try claimedFacts(identifier)
        let new = facts.filter { !claimed.contains($0) }
        guard !new.isEmpty else { return [] }
        try storeFacts(claimed + new, identifier)
        return new
    }

    /// Releases the claims of facts whose notification was not delivered.
    package func release(_ identifier: String, of facts: [String]) throws {
        let claimed = try claimedFacts(identifier)
        try storeFacts(claimed.filter { !facts.contains($0) }, identifier)
    }

    private func claimedFacts(_ identifier: String) throws -> [String] {
        let text = try Meta.string(db, .notification(identifier)) ?? ""
        return text.split(separator: " ").map(String.init)
    }

    private func storeFacts(_ facts: [String], _ identifier: String) throws {
        let text = facts.suffix(Self.maximumFacts).joined(separator: " ")
        try Meta.set(db, .notification(identifier), text.isEmpty ? nil : text)
    }

    /// Releases a claim once its cause is over, so that the next occurrence is notified again.
    ///
    /// - Returns: whether there was a claim.
    @discardableResult
    package func release(_ identifier: String) throws -> Bool {
        guard try isClaimed(identifier) else { return false }
        try Meta.set(db, .notification(identifier), String?.none)
        return true
    }

    /// Whether a notification is claimed.
    package func isClaimed(_ identifier: String) throws -> Bool {
        try Meta.string(db, .notification(identifier)) != nil
    }
}
