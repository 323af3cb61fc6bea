import TrendyModel
import TrendyStore

extension FetchEvents {
    /// Reads the events that a remote change altered since the person last opened them, the latest
    /// change first.
    ///
    /// - `limit`: the maximum number of events.
    package func remotelyUpdated(limit: Int) async throws -> [FetchedEvent] {
        let ids = try await store.read { try $0.entities.remotelyUpdated(limit: limit) }
        // Events are read in the order of their ids.
        return try await self(ids: ids, EventQuery())
    }
}
