import Foundation
import Synchronization
import TrendyModel
import TrendyStore

/// Records the history of the device's time zones.
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

    /// The history up to now; appends a segment when the zone has changed.
    func zones() -> ZoneHistory {
        let (zone, now) = (zone(), wallClock.now())
        return history.withLock { history in
            if history.zone(at: now) != zone {
                // Segments that start after now come from before the clock was set back. Drop only
                // those.
                let kept = history.changes.filter { $0.start < now }
                history = ZoneHistory(
                    history.firstZone,
                    changes: kept + [ZoneHistory.Segment(start: now, zone: zone)]
                )
            }
            return history
        }
    }

    /// Stores the history.
    ///
    /// Writes nothing when it is already stored, so it succeeds while writes are suspended.
    func save() async throws {
        let zones = zones()
        guard try await store.read({ try $0.timeZones.history() }) != zones else { return }
        try await store.write { try $0.timeZones.store(zones) }
    }
}
