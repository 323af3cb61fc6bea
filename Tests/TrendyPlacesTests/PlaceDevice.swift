import Foundation
import Logging
import Synchronization
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPlaces

/// A device with a database on disk and a simulated region monitoring, whose signals a test
/// delivers at seconds since the start.
final class PlaceDevice: Sendable {
    static let start = Instant(seconds: 1_767_600_000)
    static let center = Coordinate(latitude: 52.5, longitude: 13.4) ?? .null

    let store: DeviceStore
    let monitor: GeofenceMonitor
    let system = FakeRegionMonitor()
    let notifier = FakeNotifier()
    private let dependencies: Dependencies
    private let clock = SettableClock()
    private let directory: String

    init(clock: any Clock<Duration> = ContinuousClock(), logger: Logger = .silent) throws {
        directory = FileManager.default.temporaryDirectory.path + "/places-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let random = CountingRandom()
        dependencies = Dependencies(
            wallClock: self.clock,
            random: random,
            ids: UUIDv7Source(clock: self.clock, random: random),
            clock: clock
        )
        store = try DeviceStore(path: directory + "/device.sqlite", dependencies: dependencies)
        monitor = GeofenceMonitor(
            store: store,
            monitor: system,
            dependencies: dependencies,
            logger: logger,
            zone: { [system] in
                system.use()
                return "Europe/Berlin"
            },
            notifier: notifier
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)  // it is a temporary directory
    }

    // MARK: time and place

    var now: Instant { clock.now() }

    func at(_ seconds: Int64) -> Instant { Self.start + .seconds(seconds) }

    func wait(until seconds: Int64) { clock.set(at(seconds)) }

    /// A fix some metres east of the centre.
    func fix(_ east: Double, at seconds: Int64, accuracy: Double = 10) -> Fix {
        Fix(
            coordinate: Self.center.offset(east: east, north: 0),
            accuracy: accuracy,
            instant: at(seconds)
        )
    }

    // MARK: signals

    /// Delivers a signal.
    ///
    /// - `instant`: when it happened, if it is delivered late.
    @discardableResult
    func report(
        _ kind: RegionSignal.Kind,
        at seconds: Int64,
        of instant: Int64? = nil,
        fix: Fix? = nil
    ) async throws -> Duration? {
        wait(until: seconds)
        return try await monitor.handle(
            RegionSignal(kind, at: at(instant ?? seconds), fix: fix)
        )
    }

    @discardableResult
    func reconcile(
        _ trigger: GeofenceMonitor.Trigger,
        at seconds: Int64
    ) async throws -> Duration? {
        wait(until: seconds)
        return try await monitor.reconcile(trigger)
    }

    // MARK: the database

    /// Adds a geofence of 150 m some metres east of the centre.
    func add(
        _ name: String,
        at east: Double = 0,
        _ change: (inout Geofence) -> Void = { _ in }
    ) async throws -> (id: EntityID, region: String) {
        var geofence = Self.geofence(name, at: east)
        change(&geofence)
        let id = try await store.write { [geofence] in try $0.entities.create(geofence) }
        return (id, RegionIdentity.identifier(of: id))
    }

    /// Adds geofences in a row, 400 m apart, the first one some metres east of the centre.
    func addRow(_ count: Int, from east: Double = 0, step: Double = 400) async throws {
        try await store.write { database in
            for number in 0..<count {
                let place = east + Double(number) * step
                try database.entities.create(Self.geofence("Place \(number)", at: place))
            }
        }
    }

    private static func geofence(_ name: String, at east: Double) -> Geofence {
        let center = center.offset(east: east, north: 0)
        return Geofence(
            name: name,
            latitude: center.latitude,
            longitude: center.longitude,
            radiusMeters: 150
        )
    }

    /// The event of a visit that another device or the person recorded.
    func visit(
        to geofence: EntityID,
        _ number: UInt64 = 1,
        from start: Int64,
        until end: Int64? = nil,
        _ change: (inout Event) -> Void = { _ in }
    ) async throws -> EntityID {
        let id = EntityID(high: 0, low: number)
        var event = Event(eventTypeID: VisitType.id, timestamp: at(start), sourceType: .geofence)
        event.naturalKey = "\(Event.visitKeyPrefix)\(id)"
        event.geofenceID = geofence
        event.endDate = end.map(at)
        event.properties["entry_source"] = .text("crossing")
        if end != nil { event.properties["exit_source"] = .text("crossing") }
        change(&event)
        try await store.write { [event] database in
            if try database.entities.fetch(id: VisitType.id) == nil {
                try database.entities.create(VisitType.fields, id: VisitType.id)
            }
            try database.entities.create(event, id: id)
        }
        return id
    }

    /// Applies a geofence of the server, as a pull does.
    func pull(_ document: Document, id: EntityID, version: Int64) async throws {
        let entity = Entity(
            kind: .geofence,
            id: id,
            version: version,
            createdAt: now,
            updatedAt: now,
            content: document.json
        )
        try await store.write {
            try $0.sync.apply(changes: [entity], cursor: nil, policy: ServerWins())
        }
    }

    /// Changes a visit as another device does.
    func change(
        _ visit: EntityID,
        end: Int64?,
        _ properties: [String: PropertyValue?] = [:]
    ) async throws {
        var fields = Document()
        fields["end_date"] = end.map { RawJSON(at($0)) } ?? .null
        var update = PlaceUpdate()
        update.updates = [.init(id: visit, fields: fields, properties: properties)]
        try await store.write { [update] in try $0.places.apply(update) }
    }

    /// The recorded visits, the earliest first.
    func visits() async throws -> [RecordedVisit] {
        try await RecordedVisit.newest(in: store).reversed()
    }

    /// The beginnings and ends of the recorded visits, in seconds since the start.
    func spans() async throws -> [[Int64?]] {
        try await visits().map { visit in
            [visit.entry.instant, visit.exit?.instant].map { instant in
                instant.map { ($0 - Self.start).components.seconds }
            }
        }
    }

    func event(_ id: EntityID) async throws -> Event? {
        try await store.read { try $0.entities.fetch(id: id) }
            .map { try Event(document: $0.document()) }
    }
}

/// Keeps the server's version.
private struct ServerWins: MergePolicy {
    func resolve(_ divergence: Divergence) -> Resolution {
        Resolution(merged: divergence.remote, losses: [])
    }
}

/// A clock that a test sets.
private final class SettableClock: WallClock {
    private let instant = Mutex(PlaceDevice.start)

    func now() -> Instant { instant.withLock { $0 } }

    func set(_ new: Instant) { instant.withLock { $0 = new } }
}

/// Numbers that are never the same.
private final class CountingRandom: RandomSource {
    private let state = Mutex<UInt64>(0)

    func next() -> UInt64 {
        state.withLock {
            $0 &+= 0x9E37_79B9_7F4A_7C15
            return $0
        }
    }
}

/// The system's region monitoring: it registers up to twenty regions, at once, unless it refuses
/// one, and records all other requests.
final class FakeRegionMonitor: RegionMonitor {
    enum Request: Hashable, Sendable {
        case state(String)
        case fix
        case authorization(LocationAuthorization.Request)
    }

    private struct State {
        var regions: [String: MonitoredRegion] = [:]
        var refused: Set<String> = []
        var requests: [Request] = []
        var conditions = LocationConditions()
        var lastFix: Fix?
        var onUse: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let reports = AsyncStream.makeStream(of: RegionSignal.self)
    private let requested = AsyncStream.makeStream(of: Request.self)

    // MARK: for tests

    /// The requests since the last call.
    func takeRequests() -> [Request] {
        state.withLock { state in
            let requests = state.requests
            state.requests = []
            return requests
        }
    }

    /// All requests, as they are made; for one consumer.
    var newRequests: AsyncStream<Request> { requested.stream }

    /// Delivers a signal to a monitor that runs.
    func deliver(_ signal: RegionSignal) { reports.continuation.yield(signal) }

    func set(_ conditions: LocationConditions) { state.withLock { $0.conditions = conditions } }

    func setLastFix(_ fix: Fix?) { state.withLock { $0.lastFix = fix } }

    /// Sets a closure that runs whenever the monitor reads the system's state or zone.
    func onUse(_ body: (@Sendable () -> Void)?) { state.withLock { $0.onUse = body } }

    func use() { state.withLock(\.onUse)?() }

    /// Gives up a region, and registers it no more.
    func refuse(_ identifier: String) {
        state.withLock {
            $0.regions[identifier] = nil
            $0.refused.insert(identifier)
        }
    }

    var sentinel: MonitoredRegion? {
        state.withLock { $0.regions[RegionIdentity.sentinelIdentifier] }
    }

    // MARK: RegionMonitor

    func signals() -> AsyncStream<RegionSignal> { reports.stream }

    func monitoredRegions() -> [MonitoredRegion] {
        use()
        return state.withLock { $0.regions.values.sorted { $0.identifier < $1.identifier } }
    }

    func conditions() -> LocationConditions { state.withLock { $0.conditions } }

    func monitor(_ region: MonitoredRegion) {
        state.withLock {
            let hasSlot =
                $0.regions[region.identifier] != nil
                || $0.regions.count < RegionSelection.systemLimit
            guard hasSlot, !$0.refused.contains(region.identifier) else { return }
            $0.regions[region.identifier] = region
        }
    }

    func stopMonitoring(_ identifier: String) { state.withLock { $0.regions[identifier] = nil } }

    func requestState(of identifier: String) { note(.state(identifier)) }

    func lastFix() -> Fix? { state.withLock { $0.lastFix } }

    func requestFix() { note(.fix) }

    func request(_ step: LocationAuthorization.Request) { note(.authorization(step)) }

    private func note(_ request: Request) {
        state.withLock { $0.requests.append(request) }
        requested.continuation.yield(request)
    }
}

/// Notifications that are shown and withdrawn.
final class FakeNotifier: VisitNotifying {
    private let state = Mutex<(shown: [VisitNotification], withdrawn: [String])>(([], []))

    var shown: [VisitNotification] { state.withLock { $0.shown } }
    var withdrawn: [String] { state.withLock { $0.withdrawn } }

    func show(_ notification: VisitNotification) async throws {
        state.withLock { $0.shown.append(notification) }
    }

    func withdraw(_ identifier: String) async {
        state.withLock { $0.withdrawn.append(identifier) }
    }
}
