// macOS has no `CLServiceSession`, without which a monitor has no authorization in the background.
#if canImport(CoreLocation) && !os(macOS)
package import CoreLocation
import Foundation
import Synchronization
package import TrendyModel
package import TrendyPlaces

/// Monitors regions with `CLMonitor`, whose events carry the time when they happened.
///
/// Create it at launch, before anything else, and run ``run()`` for the life of the process: it
/// passes all requests to the system in order. A mirror of the monitored regions answers queries
/// synchronously.
package final class CLMonitorRegionMonitor: RegionMonitor, @unchecked Sendable {
    // Unchecked: manager and delegate never change, the manager may be called from any thread, and
    // all mutable state is in mutexes.

    /// A request to the system.
    private enum Command {
        case add(MonitoredRegion)
        case remove(String)
    }

    /// The monitored regions, including requests that are still queued.
    private struct Mirror {
        struct Entry {
            var region: MonitoredRegion
            /// Whether the request has been passed to the system.
            var isAdded: Bool
            /// The last reported side; `nil` before the first report.
            var side: RegionSide?
        }

        var entries: [String: Entry] = [:]
    }

    private let manager: CLLocationManager
    private let delegate: Delegate
    private let monitor: CLMonitor
    private let now: @Sendable () -> Instant
    private let device: @Sendable () -> CLLocationManagerRegionMonitor.DeviceConditions
    private let mirror = Mutex(Mirror())
    private let commands: AsyncStream<Command>
    private let commandContinuation: AsyncStream<Command>.Continuation

    /// Creates a monitor of the app's regions.
    ///
    /// - Parameters:
    ///   - manager: a manager for the exclusive use of this monitor; regions of Trendy that it
    ///     monitors are replaced by conditions.
    ///   - name: the name under which the system persists the conditions; at most one monitor per
    ///     name may exist at a time.
    ///   - now: the wall clock, for events without a timestamp.
    ///   - device: returns the current device conditions.
    package init(
        _ manager: sending CLLocationManager,
        name: String = "trendy",
        now: @escaping @Sendable () -> Instant,
        device: @escaping @Sendable () -> CLLocationManagerRegionMonitor.DeviceConditions = {
            .init()
        }
    ) async {
        self.manager = manager
        self.now = now
        self.device = device
        delegate = Delegate(now: now)
        (commands, commandContinuation) = AsyncStream.makeStream(of: Command.self)
        manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
        manager.delegate = delegate
        for region in manager.monitoredRegions
        where RegionIdentity(region.identifier) != .foreign {
            manager.stopMonitoring(for: region)
        }
        monitor = await CLMonitor(name)
        await readConditions()
    }

    /// Reads the conditions that earlier processes added.
    private func readConditions() async {
        for identifier in await monitor.identifiers {
            guard let record = await monitor.record(for: identifier),
                let circle = record.condition as? CLMonitor.CircularGeographicCondition,
                let center = Coordinate(circle.center)
            else { continue }
            mirror.withLock { mirror in
                mirror.entries[identifier] = Mirror.Entry(
                    region: MonitoredRegion(
                        identifier: identifier,
                        center: center,
                        radius: circle.radius
                    ),
                    isAdded: true,
                    side: RegionSide(record.lastEvent.state)
                )
            }
        }
    }

    deinit {
        commandContinuation.finish()
    }

    /// Passes queued requests to the system and receives its events, until the task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await command in self.commands { await self.perform(command) }
            }
            group.addTask {
                do {
                    for try await event in await self.monitor.events { self.receive(event) }
                } catch {
                    // The process ends or the task was cancelled: the next run receives the events.
                }
            }
        }
    }

    private func perform(_ command: Command) async {
        switch command {
        case .add(let region):
            let center = CLLocationCoordinate2D(
                latitude: region.center.latitude,
                longitude: region.center.longitude
            )
            mirror.withLock { mirror in
                guard mirror.entries[region.identifier]?.region == region else { return }
                mirror.entries[region.identifier]?.isAdded = true
            }
            await monitor.add(
                CLMonitor.CircularGeographicCondition(center: center, radius: region.radius),
                identifier: region.identifier,
                assuming: .unknown
            )
        case .remove(let identifier):
            await monitor.remove(identifier)
        }
    }

    private func receive(_ event: CLMonitor.Event) {
        let identifier = event.identifier
        if event.state == .unmonitored {
            let failure = RegionFailure(event)
            // Before the first unlock the system persists nothing; monitoring is requested again
            // later.
            if failure == .refused || event.persistenceUnavailable, forget(identifier) {
                commandContinuation.yield(.remove(identifier))
            }
            return delegate.report(.failure(identifier, failure), now(), manager.location)
        }
        let side = RegionSide(event.state)
        let before = mirror.withLock { mirror in
            defer { if let side { mirror.entries[identifier]?.side = side } }
            return mirror.entries[identifier]?.side
        }
        // The first event, and one that repeats the known side, reports a state, not a crossing.
        if let side, let before, side != before {
            delegate.report(.crossing(identifier, side), Instant(event.date), manager.location)
        } else {
            delegate.report(.state(identifier, side), Instant(event.date), manager.location)
        }
    }

    /// Forgets a region that the system refused, unless monitoring was requested again since.
    private func forget(_ identifier: String) -> Bool {
        mirror.withLock { mirror in
            guard mirror.entries[identifier]?.isAdded == true else { return false }
            mirror.entries[identifier] = nil
            return true
        }
    }

    // MARK: RegionMonitor

    /// The events since the monitor was created; supports one listener.
    package func signals() -> AsyncStream<RegionSignal> { delegate.buffer.stream() }

    /// Takes the buffered events, for callers without a listener.
    package func takeSignals() -> [RegionSignal] { delegate.buffer.take() }

    /// All regions that the system monitors for this app, including those of other components.
    package func monitoredRegions() -> [MonitoredRegion] {
        let own = mirror.withLock { $0.entries.values.map(\.region) }
        let others = manager.monitoredRegions.map { MonitoredRegion($0) }
            .filter { RegionIdentity($0.identifier) == .foreign }
        return (own + others).sorted { $0.identifier < $1.identifier }
    }

    /// The current authorization and capabilities.
    package func conditions() -> LocationConditions { LocationConditions(manager, device()) }

    /// Starts monitoring a region; replaces a region with the same identifier.
    package func monitor(_ region: MonitoredRegion) {
        mirror.withLock { mirror in
            mirror.entries[region.identifier] = Mirror.Entry(region: region, isAdded: false)
            commandContinuation.yield(.add(region))
        }
    }

    /// Stops monitoring a region.
    package func stopMonitoring(_ identifier: String) {
        mirror.withLock { mirror in
            mirror.entries[identifier] = nil
            commandContinuation.yield(.remove(identifier))
        }
    }

    /// Reports the last known side of a region again.
    ///
    /// Before the first report it does nothing, because the system reports a new condition itself.
    package func requestState(of identifier: String) {
        guard let side = mirror.withLock({ $0.entries[identifier]?.side }) else { return }
        delegate.report(.state(identifier, side), now(), manager.location)
    }

    /// The system's last known location.
    package func lastFix() -> Fix? { manager.location.flatMap { Fix($0) } }

    /// Requests a single location fix.
    package func requestFix() { manager.requestLocation() }

    /// Requests the next level of authorization.
    package func request(_ step: LocationAuthorization.Request) {
        switch step {
        case .whenInUse: manager.requestWhenInUseAuthorization()
        case .always: manager.requestAlwaysAuthorization()
        }
    }

    /// Receives fixes and authorization changes, which `CLMonitor` does not deliver.
    private final class Delegate: NSObject, CLLocationManagerDelegate, Sendable {
        let buffer = SignalBuffer()
        private let now: @Sendable () -> Instant
        /// The service session that keeps the granted authorization in effect; it prompts for
        /// nothing.
        private let session = Mutex<CLServiceSession?>(nil)

        init(now: @escaping @Sendable () -> Instant) {
            self.now = now
        }

        func report(_ kind: RegionSignal.Kind, _ instant: Instant, _ location: CLLocation?) {
            buffer.add(RegionSignal(kind, at: instant, fix: location.flatMap { Fix($0) }))
        }

        func locationManager(
            _ manager: CLLocationManager,
            didUpdateLocations locations: [CLLocation]
        ) {
            report(.fix, now(), locations.last ?? manager.location)
        }

        func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            report(.noFix, now(), manager.location)
        }

        func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            let new: CLServiceSession? =
                switch LocationConditions.Authorization(manager.authorizationStatus) {
                case .always: CLServiceSession(authorization: .always)
                case .whenInUse: CLServiceSession(authorization: .whenInUse)
                case .notDetermined, .restricted, .denied: nil
                }
            let old = session.withLock { session in
                defer { session = new }
                return session
            }
            old?.invalidate()
            report(.authorization, now(), manager.location)
        }
    }
}
#endif
