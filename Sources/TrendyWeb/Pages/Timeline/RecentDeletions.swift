import Synchronization
import TrendyModel

/// The events that viewers deleted in the last minutes, kept in memory so that a deletion can be
/// undone.
package final class RecentDeletions: Sendable {
    /// How long a deletion can be undone.
    static let lifetime = Duration.seconds(600)
    /// The maximum number of events of one viewer; the viewer's oldest one is removed.
    static let viewerLimit = 50
    /// The maximum number of events of all viewers; the oldest one of the viewer with the most
    /// events is removed.
    static let limit = 500

    private struct Deletion {
        /// The token of the viewer's forms, which no other viewer knows.
        let viewer: String
        let entity: Entity
        let time: Instant

        func isOf(_ viewer: WebViewer, _ event: EntityID) -> Bool {
            self.viewer == viewer.formToken && entity.id == event
        }
    }

    /// The deletions, oldest first.
    private let deletions = Mutex<[Deletion]>([])

    package init() {}

    /// Keeps an event that a viewer deleted.
    func add(_ entity: Entity, of viewer: WebViewer, at now: Instant) {
        deletions.withLock { deletions in
            deletions.removeAll {
                now - $0.time >= Self.lifetime || $0.isOf(viewer, entity.id)
            }
            Self.makeSpace(for: viewer.formToken, in: &deletions)
            deletions.append(Deletion(viewer: viewer.formToken, entity: entity, time: now))
        }
    }

    /// An event that the viewer deleted; `nil` when it is too long ago.
    func entity(_ id: EntityID, of viewer: WebViewer, at now: Instant) -> Entity? {
        deletions.withLock { deletions in
            deletions.first { $0.isOf(viewer, id) && now - $0.time < Self.lifetime }?.entity
        }
    }

    /// Forgets an event, for example because its deletion was undone.
    func remove(_ id: EntityID, of viewer: WebViewer) {
        deletions.withLock { deletions in
            deletions.removeAll { $0.isOf(viewer, id) }
        }
    }

    private static func makeSpace(for viewer: String, in deletions: inout [Deletion]) {
        var counts: [String: Int] = [:]
        for deletion in deletions { counts[deletion.viewer, default: 0] += 1 }
        let index: Int?
        if counts[viewer, default: 0] >= viewerLimit {
            index = deletions.firstIndex { $0.viewer == viewer }
        } else if deletions.count >= limit {
            let most = counts.values.max()
            index = deletions.firstIndex { counts[$0.viewer] == most }
        } else {
            index = nil
        }
        if let index { deletions.remove(at: index) }
    }
}
