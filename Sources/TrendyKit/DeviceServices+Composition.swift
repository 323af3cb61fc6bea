import Foundation
import Logging
import TrendyHealth
import TrendyModel
import TrendyPlaces
import TrendyStore

// The composition of health capture and region monitoring.
extension DeviceServices {
    /// Creates the capture of health data into a store; `nil` on a device without health data.
    ///
    /// - `zones`: the recorder of time zones, for a device that does not supply their history.
    func makeCapture(
        for store: DeviceStore,
        _ dependencies: Dependencies,
        zones: TimeZoneRecorder,
        budget: TimeBudget,
        _ logger: Logger
    ) -> HealthCaptureCoordinator? {
        health.map { health in
            HealthCaptureCoordinator(
                store: store,
                source: health.source,
                dependencies: dependencies,
                options: health.options,
                categories: health.categories,
                logger: logger,
                zones: self.zones ?? { zones.zones() },
                isDeadlineExceeded: { budget.isOver },
                onChange: { category, events in
                    guard let center = notificationCenter else { return }
                    await HealthNotifications(store: store, center: center).notify(
                        of: events,
                        in: category
                    )
                }
            )
        }
    }

    /// Creates the geofence monitor of an account's store; `nil` on a device that cannot monitor
    /// regions.
    func makeGeofenceMonitor(
        for store: DeviceStore,
        owner: EntityID?,
        _ dependencies: Dependencies,
        _ events: EngineEvents,
        _ logger: Logger
    ) -> GeofenceMonitor? {
        regions.map { regions in
            var clocks = dependencies
            clocks.wallClock = regionClock ?? dependencies.wallClock
            return GeofenceMonitor(
                store: store,
                monitor: regions,
                owner: owner,
                dependencies: clocks,
                logger: logger,
                zone: { zone().identifier },
                notifier: notificationCenter.map { VisitNotifications(center: $0) },
                onRecorded: events.onPlaceRecorded
            )
        }
    }
}
