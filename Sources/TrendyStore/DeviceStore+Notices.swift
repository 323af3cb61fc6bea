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

    /// Notes that something is over: the next time the person is told of it again.
    ///
    /// - Returns: whether they had been told.
    @discardableResult
    public func releaseNotice(_ identifier: String) throws -> Bool {
        guard try hasNotice(identifier) else { return false }
        try writing { try Meta.set($0, .notice(identifier), String?.none) }
        return true
    }

    private func hasNotice(_ identifier: String) throws -> Bool {
        try database.reading { try Meta.string($0, .notice(identifier)) != nil }
    }
}
