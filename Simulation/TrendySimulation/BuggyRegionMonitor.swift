import CoreLocation
import SimulatedPhone
import Synchronization
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

/// A region monitor that alters signals or registrations.
struct BuggyRegionMonitor: RegionMonitor {
    let base: any RegionMonitor
    /// The signal to deliver instead of a signal; `nil` for none.
    var change: @Sendable (RegionSignal) async -> RegionSignal? = { $0 }
    /// Starts monitoring a region.
    var monitoring: (@Sendable (any RegionMonitor, MonitoredRegion) -> Void)?
    /// Stops monitoring a region.
    var stopping: (@Sendable (any RegionMonitor, String) -> Void)?
    /// The regions that it reports as monitored.
    var seen: @Sendable ([MonitoredRegion]) -> [MonitoredRegion] = { $0 }

    func signals() -> AsyncStream<RegionSignal> {
        let signals = base.signals()
        let change = change
        return AsyncStream { continuation in
            let task = Task {
                for await signal in signals {
                    if let signal = await change(signal) { continuation.yield(signal) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    func monitoredRegions() -> [MonitoredRegion] { seen(base.monitoredRegions()) }
    func conditions() -> LocationConditions { base.conditions() }

    func monitor(_ region: MonitoredRegion) {
        if let monitoring { monitoring(base, region) } else { base.monitor(region) }
    }

    func stopMonitoring(_ identifier: String) {
        if let stopping { stopping(base, identifier) } else { base.stopMonitoring(identifier) }
    }

    func lastFix() -> Fix? { base.lastFix() }
    func requestFix() { base.requestFix() }
    func request(_ step: LocationAuthorization.Request) { base.request(step) }
    func requestState(of identifier: String) { base.requestState(of: identifier) }
}

/// Registers regions with entry and exit notifications set from the person's notification switches,
/// which are off.
struct SilentRegistration: Sendable {
    let phone: Phone

    func monitor(_ region: MonitoredRegion) {
        let circle = CLCircularRegion(
            center: CLLocationCoordinate2D(
                latitude: region.center.latitude,
                longitude: region.center.longitude
            ),
            radius: region.radius,
            identifier: region.identifier
        )
        circle.notifyOnEntry = false
        circle.notifyOnExit = false
        phone.run { CLLocationManager() }.startMonitoring(for: circle)
    }
}

/// Selects regions itself, by the distance to their centres.
final class CentreRanking: Sendable {
    private let process: SimulatedDevice.Process
    private let hasMany = Mutex(false)
    /// The last requested regions, the sentinel first.
    private let wanted = Mutex<[MonitoredRegion]>([])

    init(_ process: SimulatedDevice.Process) {
        self.process = process
    }

    func monitor(_ region: MonitoredRegion, _ base: any RegionMonitor) {
        if region.identifier == RegionIdentity.sentinelIdentifier {
            hasMany.withLock { $0 = true }
        }
        if !hasMany.withLock(\.self) { base.monitor(region) }
    }

    func stopMonitoring(_ identifier: String, _ base: any RegionMonitor) {
        if !hasMany.withLock(\.self) { base.stopMonitoring(identifier) }
    }

    /// Ranks the regions around a fix.
    func rank(_ signal: RegionSignal, _ base: any RegionMonitor) async -> RegionSignal {
        guard let fix = signal.fix, fix.accuracy <= 200,
            // Places that cannot be read now are ranked at the next fix.
            let places = try? await process.engine.store.read({
                try $0.entities.fetchAll(kind: .geofence)
            }),
            places.count > RegionSelection.systemLimit
        else { return signal }
        hasMany.withLock { $0 = true }
        let regions = places.compactMap { entity -> MonitoredRegion? in
            guard let place = try? Geofence(document: entity.document()),
                let center = Coordinate(latitude: place.latitude, longitude: place.longitude)
            else { return nil }
            return MonitoredRegion(
                identifier: RegionIdentity.identifier(of: entity.id),
                center: center,
                radius: place.radiusMeters
            )
        }.sorted {
            $0.center.distance(to: fix.coordinate) < $1.center.distance(to: fix.coordinate)
        }
        let near = Array(regions.prefix(RegionSelection.systemLimit - 1))
        // A region that could not be registered would otherwise be requested again and again.
        let last = wanted.withLock(\.self)
        if let sentinel = last.first, Array(last.dropFirst()) == near,
            sentinel.center.distance(to: fix.coordinate) < sentinel.radius / 2
        {
            return signal
        }
        let first = regions.dropFirst(near.count).first?.center.distance(to: fix.coordinate)
        let sentinel = MonitoredRegion(
            identifier: RegionIdentity.sentinelIdentifier,
            center: fix.coordinate,
            radius: max(
                RegionSelection.minimumSentinelRadius,
                (first ?? 0) - RegionSelection.boundaryMargin
            )
        )
        wanted.withLock { $0 = [sentinel] + near }
        let difference = GeofenceReconciler.difference(
            from: base.monitoredRegions(),
            to: [sentinel] + near
        )
        for identifier in difference.removals { base.stopMonitoring(identifier) }
        // A second later, when the slots are free.
        try? await process.dependencies.clock.sleep(for: .seconds(1))
        for region in difference.additions { base.monitor(region) }
        return signal
    }
}
