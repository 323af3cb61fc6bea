import GRDB
import TrendySQLite

/// The notifications that were delivered, so that each is delivered once.
package struct NotificationRecords: StoreRecords {
    let context: TransactionContext

    /// Notes that the person is told of something; whoever is first to note it tells them.
    ///
    /// - Returns: whether it was not noted before.
    package func claim(_ identifier: String) throws -> Bool {
        try claim(identifier, of: "1")
    }

    /// Notes that the person is told of the newest of several facts, such as the visits to one
    /// place; whoever is first to note it tells them.
    ///
    /// - Returns: whether it was another fact that was noted last, or none.
    package func claim(_ identifier: String, of fact: String) throws -> Bool {
        let noted = try Meta.string(db, .notice(identifier))
        guard noted != fact else { return false }
        try Meta.set(db, .notice(identifier), fact)
        return true
    }

    /// How many facts of one kind are noted at most.
    private static let maximumFacts = 64

    /// Notes that the person is told of several facts of one kind, such as the events of a category;
    /// whoever is first to note one tells it.
    ///
    /// The newest 64 are kept.
    ///
    /// - Returns: those that were not noted, in their order.
    package func claim(_ identifier: String, of facts: [String]) throws -> [String] {
        let noted = try notedFacts(identifier)
        let new = facts.filter { !noted.contains($0) }
        guard !new.isEmpty else { return [] }
        try noteFacts(noted + new, identifier)
        return new
    }

    /// Notes that the person was not told of facts after all.
    package func release(_ identifier: String, of facts: [String]) throws {
        let noted = try notedFacts(identifier)
        try noteFacts(noted.filter { !facts.contains($0) }, identifier)
    }

    private func notedFacts(_ identifier: String) throws -> [String] {
        let text = try Meta.string(db, .notice(identifier))
        return (text ?? "").split(separator: " ").map(String.init)
    }

    private func noteFacts(_ facts: [String], _ identifier: String) throws {
        let text = facts.suffix(Self.maximumFacts).joined(separator: " ")
        try Meta.set(db, .notice(identifier), text.isEmpty ? nil : text)
    }

    /// Notes that something is over: the next time the person is told of it again.
    ///
    /// - Returns: whether they had been told.
    @discardableResult
    package func release(_ identifier: String) throws -> Bool {
        guard try isClaimed(identifier) else { return false }
        try Meta.set(db, .notice(identifier), String?.none)
        return true
    }

    /// Whether the person was told of something that is not over.
    package func isClaimed(_ identifier: String) throws -> Bool {
        try Meta.string(db, .notice(identifier)) != nil
    }
}
