import GRDB
import TrendySQLite

extension DeviceStore {
    /// Notes that the person is told of something; whoever is first to note it tells them.
    ///
    /// - Returns: whether it was not noted before.
    public func claimNotice(_ identifier: String) throws -> Bool {
        try claimNotice(identifier, of: "1")
    }

    /// Notes that the person is told of the newest of several facts, such as the visits to one
    /// place; whoever is first to note it tells them.
    ///
    /// - Returns: whether it was another fact that was noted last, or none.
    public func claimNotice(_ identifier: String, of fact: String) throws -> Bool {
        let noted = try database.reading { try Meta.string($0, .notice(identifier)) }
        guard noted != fact else { return false }
        try writing { try Meta.set($0, .notice(identifier), fact) }
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
    public func claimNotices(_ identifier: String, of facts: [String]) throws -> [String] {
        let noted = try notedFacts(identifier)
        let new = facts.filter { !noted.contains($0) }
        guard !new.isEmpty else { return [] }
        try noteFacts(noted + new, identifier)
        return new
    }

    /// Notes that the person was not told of facts after all.
    public func releaseNotices(_ identifier: String, of facts: [String]) throws {
        let noted = try notedFacts(identifier)
        try noteFacts(noted.filter { !facts.contains($0) }, identifier)
    }

    private func notedFacts(_ identifier: String) throws -> [String] {
        let text = try database.reading { try Meta.string($0, .notice(identifier)) }
        return (text ?? "").split(separator: " ").map(String.init)
    }

    private func noteFacts(_ facts: [String], _ identifier: String) throws {
        let text = facts.suffix(Self.maximumFacts).joined(separator: " ")
        try writing { try Meta.set($0, .notice(identifier), text.isEmpty ? nil : text) }
    }

    /// Notes that something is over: the next time the person is told of it again.
    ///
    /// - Returns: whether they had been told.
    @discardableResult
    public func releaseNotice(_ identifier: String) throws -> Bool {
        guard try hasNotice(identifier) else { return false }
        try writing { try Meta.set($0, .notice(identifier), String?.none) }
        return true
    }

    /// Whether the person was told of something that is not over.
    public func hasNotice(_ identifier: String) throws -> Bool {
        try database.reading { try Meta.string($0, .notice(identifier)) != nil }
    }
}
