#if canImport(CoreLocation)
public import CoreLocation
import Foundation
import Synchronization
public import TrendyModel
public import TrendyPlaces

/// Regions by `CLMonitor`, whose events tell when they happened.
///
/// Make it at launch, before anything else, and let ``run()`` go on for as long as the app runs:
/// all that is asked of the system goes through it, in order. What is watched is kept beside the
/// system, so that nobody waits for it.
public final class CLMonitorRegionMonitor: RegionMonitor, @unchecked Sendable {
    // Unchecked: manager and delegate are set up once, the manager may be asked from any thread,
    // and all that changes is in mutexes.

    /// Something that the system is asked for.
    private enum Order {
        case add(MonitoredRegion)
        case remove(String)
    }

    /// What is watched, as far as the system was asked for it.
    private struct Mirror {
        struct Entry {
            var region: MonitoredRegion
            /// Whether the system has been asked for it already.
            var isAdded: Bool
            /// The side that was told last; `nil` before the first time.
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
    private let orders: AsyncStream<Order>
    private let giveOrder: AsyncStream<Order>.Continuation

    /// A monitor of the app's regions.
    ///
    /// - Parameters:
    ///   - manager: a manager that nobody else uses; regions of ours that it monitors are handed
    ///     over to the conditions.
    ///   - name: the name under which the system keeps the conditions; one monitor of a name may
    ///     exist at a time.
    ///   - now: the wall clock, for what the system gives no time.
    ///   - device: the device's conditions, when it is asked.
    public init(
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
        (orders, giveOrder) = AsyncStream.makeStream(of: Order.self)
        manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
        manager.delegate = delegate
        for region in manager.monitoredRegions
        where RegionIdentity(region.identifier) != .foreign {
            manager.stopMonitoring(for: region)
        }
        monitor = await CLMonitor(name)
        await readConditions()
    }

    /// What earlier processes asked for.
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
        giveOrder.finish()
    }

    /// Has the system do what it was asked for, and takes in what it tells, until it is cancelled.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await order in self.orders { await self.carryOut(order) }
            }
            group.addTask {
                do {
                    for try await event in await self.monitor.events { self.take(event) }
                } catch {
                    // The process ends, or this was cancelled: the next one gets the events.
                }
            }
        }
    }

    private func carryOut(_ order: Order) async {
        switch order {
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

    private func take(_ event: CLMonitor.Event) {
        let identifier = event.identifier
        if event.state == .unmonitored {
            let failure = RegionFailure(event)
            // Before the first unlock nothing is kept: it is asked for again.
            if failure == .refused || event.persistenceUnavailable, forget(identifier) {
                giveOrder.yield(.remove(identifier))
            }
            return delegate.tell(.failure(identifier, failure), now(), manager.location)
        }
        let side = RegionSide(event.state)
        let before = mirror.withLock { mirror in
            defer { if let side { mirror.entries[identifier]?.side = side } }
            return mirror.entries[identifier]?.side
        }
        // The first event is how things are, and so is one that is told again.
        if let side, let before, side != before {
            delegate.tell(.crossing(identifier, side), Instant(event.date), manager.location)
        } else {
            delegate.tell(.state(identifier, side), Instant(event.date), manager.location)
        }
    }

    /// Forgets what the system refused; not what it was asked for again since.
    private func forget(_ identifier: String) -> Bool {
        mirror.withLock { mirror in
            guard mirror.entries[identifier]?.isAdded == true else { return false }
            mirror.entries[identifier] = nil
            return true
        }
    }

    // MARK: RegionMonitor

    /// What the system tells, from the making of the monitor on; for one listener.
    public func signals() -> AsyncStream<RegionSignal> { delegate.buffer.stream() }

    /// Takes what the system has told so far, for those who do not listen.
    public func takeSignals() -> [RegionSignal] { delegate.buffer.take() }

    /// All regions that the system watches for this app, those of others too.
    public func monitoredRegions() -> [MonitoredRegion] {
        let own = mirror.withLock { $0.entries.values.map(\.region) }
        let others = manager.monitoredRegions.map { MonitoredRegion($0) }
            .filter { RegionIdentity($0.identifier) == .foreign }
        return (own + others).sorted { $0.identifier < $1.identifier }
    }

    /// What the app may and can do now.
    public func conditions() -> LocationConditions { LocationConditions(manager, device()) }

    /// Watches a region; one of the same identifier is replaced.
    public func monitor(_ region: MonitoredRegion) {
        mirror.withLock { mirror in
            mirror.entries[region.identifier] = Mirror.Entry(region: region, isAdded: false)
            giveOrder.yield(.add(region))
        }
    }

    /// Watches a region no more.
    public func stopMonitoring(_ identifier: String) {
        mirror.withLock { mirror in
            mirror.entries[identifier] = nil
            giveOrder.yield(.remove(identifier))
        }
    }

    /// Tells on which side of a region the person is, as the system told last.
    ///
    /// Where it has not told yet it does so by itself.
    public func requestState(of identifier: String) {
        guard let side = mirror.withLock({ $0.entries[identifier]?.side }) else { return }
        delegate.tell(.state(identifier, side), now(), manager.location)
    }

    /// Where the device last was as far as the system knows.
    public func lastFix() -> Fix? { manager.location.flatMap { Fix($0) } }

    /// Asks where the device is, once.
    public func requestFix() { manager.requestLocation() }

    /// Asks the person to allow more.
    public func request(_ step: LocationAuthorization.Request) {
        switch step {
        case .whenInUse: manager.requestWhenInUseAuthorization()
        case .always: manager.requestAlwaysAuthorization()
        }
    }

    /// Fixes and the authorization, which a manager tells.
    private final class Delegate: NSObject, CLLocationManagerDelegate, Sendable {
        let buffer = SignalBuffer()
        private let now: @Sendable () -> Instant
        /// Says that the app needs what it was allowed; asks for nothing that it was not.
        private let session = Mutex<CLServiceSession?>(nil)

        init(now: @escaping @Sendable () -> Instant) {
            self.now = now
        }

        func tell(_ kind: RegionSignal.Kind, _ instant: Instant, _ location: CLLocation?) {
            buffer.add(RegionSignal(kind, at: instant, fix: location.flatMap { Fix($0) }))
        }

        func locationManager(
            _ manager: CLLocationManager,
            didUpdateLocations locations: [CLLocation]
        ) {
            tell(.fix, now(), locations.last ?? manager.location)
        }

        func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            tell(.noFix, now(), manager.location)
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
            tell(.authorization, now(), manager.location)
        }
    }
}
#endif
