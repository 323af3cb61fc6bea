import Synchronization
import TrendyModel

/// The events that viewers deleted in the last minutes, kept in memory so that a deletion can be
/// undone.
package final class RecentDeletions: Sendable {
    /// How long a deletion can be undone.
    static let lifetime = Duration.seconds(600)
    /// The maximum number of events that are kept; the oldest one gives way.
    static let limit = 200

    private struct Key: Hashable {
        /// The token of the viewer's forms, which no other viewer knows.
        let viewer: String
        let event: EntityID
    }

    private struct Deletion {
        let entity: Entity
        let time: Instant
    }

    private let deletions = Mutex<[Key: Deletion]>([:])

    package init() {}

    /// Keeps an event that a viewer deleted.
    func add(_ entity: Entity, of viewer: WebViewer, at now: Instant) {
        deletions.withLock { deletions in
            deletions = deletions.filter { now - $0.value.time < Self.lifetime }
            if deletions.count >= Self.limit,
                let oldest = deletions.min(by: { $0.value.time < $1.value.time })
            {
                deletions[oldest.key] = nil
            }
            deletions[Key(viewer: viewer.formToken, event: entity.id)] = Deletion(
                entity: entity,
                time: now
            )
        }
    }

    /// An event that the viewer deleted; `nil` when it is too long ago.
    func entity(_ id: EntityID, of viewer: WebViewer, at now: Instant) -> Entity? {
        deletions.withLock { deletions in
            guard let found = deletions[Key(viewer: viewer.formToken, event: id)],
                now - found.time < Self.lifetime
            else { return nil }
            return found.entity
        }
    }

    /// Forgets an event, for example because its deletion was undone.
    func remove(_ id: EntityID, of viewer: WebViewer) {
        deletions.withLock { $0[Key(viewer: viewer.formToken, event: id)] = nil }
    }
}
