package import TrendyModel

/// Notices of changed accounts, within one server or between the servers of one database.
///
/// A notice has no content, and several can coalesce into one. A notice can be lost: every listener
/// also reads the account from time to time. A notice arrives after the commit of its change.
package protocol ChangeBus: Sendable {
    /// Notifies the listeners of an account on all servers; does not wait and does not fail.
    func changed(_ account: EntityID)

    /// Subscribes to the notices of an account.
    ///
    /// The listener misses no notice that is sent after the call returns, unless the bus loses it.
    func listen(to account: EntityID) -> Broadcaster<EntityID>.Listener

    /// The number of listeners of an account on this server.
    func count(of account: EntityID) -> Int
}

/// The bus of a database with one server.
extension Broadcaster: ChangeBus where Topic == EntityID {}
