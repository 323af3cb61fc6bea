import Foundation
import Synchronization
import TrendyModel
import TrendyStore

/// Keeps where the person was over time, as the device's zone tells it.
final class TimeZoneRecorder: Sendable {
    private let store: DeviceStore
    private let zone: @Sendable () -> TimeZone
    private let wallClock: any WallClock
    private let history: Mutex<ZoneHistory>

    init(store: DeviceStore, zone: @escaping @Sendable () -> TimeZone, wallClock: any WallClock) {
        self.store = store
        self.zone = zone
        self.wallClock = wallClock
        history = Mutex(store.zonesAtOpening ?? ZoneHistory(zone()))
    }

    /// The history up to now.
    func zones() -> ZoneHistory {
        let (zone, now) = (zone(), wallClock.now())
        return history.withLock { history in
            if history.zone(at: now) != zone {
                // A clock that was set back does not undo what it had lived through.
                let kept = history.changes.filter { $0.start < now }
                history = ZoneHistory(
                    history.firstZone,
                    changes: kept + [ZoneHistory.Segment(start: now, zone: zone)]
                )
            }
            return history
        }
    }

    /// Makes what is known durable; what is so already writes nothing.
    func keep() async throws {
        try await store.keep(zones())
    }
}
