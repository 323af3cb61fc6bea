import CoreLocation
import Foundation
import GRDB
import SimulatedCoreLocation
import SimulatedPhone
import Synchronization
import Testing
import TrendyApple
import TrendyModel
import TrendyPlaces
import TrendyStore

/// A simulated phone that runs the geofence monitor, and whose process may end and begin again.
///
/// It is at home first.
final class MonitoredPhone {
    private final class PhoneClock: WallClock {
        let timeline: ManualTimeline

        init(_ timeline: ManualTimeline) {
            self.timeline = timeline
        }

        func now() -> Instant { Instant(timeline.now) }
    }

    private struct Chance: RandomSource {
        let source: SeededRandomness

        func next() -> UInt64 { source.next() }
    }

    let timeline = ManualTimeline(now: monday)
    let phone: Phone
    /// The database of the account in use.
    private(set) var store: DeviceStore
    /// The account in use; `nil` when signed out.
    var account: EntityID?
    /// Makes the notifier of each process; `nil` for none.
    var makeNotifier: (() -> any VisitNotifying)?
    /// The zone that the device is in.
    var zone: @Sendable () -> String = { "Europe/Berlin" }
    /// Called after a visit was recorded.
    var onRecorded: @Sendable () async -> Void = {}
    /// The conditions of the device that CoreLocation does not report.
    let conditions = Conditions()
    let dependencies: Dependencies
    private var adapter: CLLocationManagerRegionMonitor?
    private var running: GeofenceMonitor?
    private var retry: Date?

    final class Conditions: Sendable {
        private let state = Mutex(CLLocationManagerRegionMonitor.DeviceConditions())

        var now: CLLocationManagerRegionMonitor.DeviceConditions {
            get { state.withLock(\.self) }
            set { state.withLock { $0 = newValue } }
        }
    }

    init(
        _ database: String,
        seed: UInt64 = 1,
        clock: (ManualTimeline) -> any Clock<Duration> = { _ in ContinuousClock() }
    ) throws {
        let chance = SeededRandomness(seed: seed)
        phone = Phone(timeline: timeline, randomness: chance)
        phone.location.place(at: try place(0))
        phone.location.choose(.always)
        dependencies = Self.dependencies(timeline, chance, clock: clock(timeline))
        store = try DeviceStore(path: database, dependencies: dependencies)
    }

    /// Dependencies on the phone's time and a seeded random source.
    static func dependencies(
        _ timeline: ManualTimeline,
        _ chance: SeededRandomness,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Dependencies {
        let wallClock = PhoneClock(timeline)
        let random = Chance(source: chance)
        return Dependencies(
            wallClock: wallClock,
            random: random,
            ids: UUIDv7Source(clock: wallClock, random: random),
            clock: clock
        )
    }

    /// The monitor of the running process.
    var monitor: GeofenceMonitor {
        get throws {
            guard let running else { throw NotRunning() }
            return running
        }
    }

    struct NotRunning: Error {}

    /// The regions that the system monitors, by identifier.
    var monitored: [String: MonitoredRegion] {
        let regions = adapter?.monitoredRegions() ?? []
        return Dictionary(regions.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
    }

    /// Opens the app, which launches it unless it runs, and reconciles.
    func open() async throws {
        let isNew = phone.process == .notRunning
        begin()
        try await reconcile(isNew ? .launch : .activation)
    }

    /// Launches the app unless it runs, without reconciling.
    func begin() {
        let isNew = phone.process == .notRunning
        phone.launch(.user)
        guard isNew else { return }
        let (clock, conditions) = (dependencies.wallClock, conditions)
        let adapter = phone.run {
            CLLocationManagerRegionMonitor(
                CLLocationManager(),
                now: { clock.now() },
                device: { conditions.now }
            )
        }
        self.adapter = adapter
        running = makeMonitor(adapter)
    }

    private func makeMonitor(_ adapter: CLLocationManagerRegionMonitor) -> GeofenceMonitor {
        GeofenceMonitor(
            store: store,
            monitor: adapter,
            owner: account,
            dependencies: dependencies,
            zone: zone,
            notifier: phone.run { makeNotifier?() },
            onRecorded: onRecorded
        )
    }

    /// Opens another database on this phone.
    func makeStore(_ database: String) throws -> DeviceStore {
        try DeviceStore(path: database, dependencies: dependencies)
    }

    /// Switches the running process to another account; signals received meanwhile are handled
    /// then.
    func use(_ store: DeviceStore, of account: EntityID?) async throws {
        (self.store, self.account) = (store, account)
        guard let adapter else { throw NotRunning() }
        running = makeMonitor(adapter)
        try await reconcile(.launch)
    }

    /// Switches the phone off, which ends the process.
    func powerOff() {
        (adapter, running, retry) = (nil, nil, nil)
        phone.powerOff()
    }

    func reconcile(_ trigger: GeofenceMonitor.Trigger) async throws {
        note(try await monitor.reconcile(trigger))
        try await pass(10)
    }

    /// Handles a signal of this moment.
    func report(_ kind: RegionSignal.Kind) async throws {
        note(try await monitor.handle(RegionSignal(kind, at: dependencies.wallClock.now())))
    }

    /// Lets time pass, and handles signals meanwhile.
    ///
    /// - `onError`: called with errors of the store; the signal is tried again after 30 s.
    func pass(_ seconds: Int, onError: (any Error) throws -> Void = { throw $0 }) async throws {
        for _ in 0..<seconds {
            timeline.advance(by: .seconds(1))
            for signal in adapter?.takeSignals() ?? [] {
                try await follow(onError) { try await monitor.handle(signal) }
            }
            if let retry, retry <= timeline.now {
                self.retry = nil
                try await follow(onError) { try await monitor.catchUp() }
            }
        }
    }

    /// Lets hours pass in which the phone stays where it is.
    func wait(hours: Int64) async throws {
        timeline.advance(by: .seconds(hours * 3600))
        try await pass(10)
    }

    private func follow(
        _ onError: (any Error) throws -> Void,
        _ work: () async throws -> Duration?
    ) async throws {
        do {
            note(try await work())
        } catch {
            try onError(error)
            note(.seconds(30))
        }
    }

    /// Walks to a place and stays for five minutes.
    func walk(to east: Double) async throws {
        let arrival = phone.location.travel(to: try place(east), metersPerSecond: 10)
        try await pass(Int(arrival.timeIntervalSince(timeline.now)) + 300)
    }

    private func note(_ wait: Duration?) {
        guard let wait else { return }
        let date = timeline.now.addingTimeInterval(Double(wait.wholeMilliseconds) / 1000)
        retry = min(retry ?? date, date)
    }

    /// Keeps the server's version.
    private struct ServerWins: MergePolicy {
        func resolve(_ divergence: Divergence) -> Resolution {
            Resolution(merged: divergence.remote, losses: [])
        }
    }

    /// Has the server accept all pending mutations.
    func accept() async throws {
        var batch = try await store.write { try $0.queue.nextBatch(limit: 500, byteLimit: .max) }
        while let sent = batch {
            batch = try await store.write { transaction in
                try transaction.queue.apply(
                    sent,
                    outcomes: Dictionary(
                        uniqueKeysWithValues: sent.mutations.map { ($0.id, .accepted(version: 1)) }
                    ),
                    cursorRange: nil,
                    policy: ServerWins(),
                    nextLimit: 500,
                    nextByteLimit: .max
                )
            }.next
        }
    }

    /// The recorded visits, the earliest first.
    func visits() async throws -> [RecordedVisit] {
        try await RecordedVisit.newest(in: store).reversed()
    }

    /// Creates geofences in a row, 400 m apart, the first one at the town centre.
    func addRow(_ count: Int) async throws {
        for number in 0..<count {
            try await store.write {
                try $0.entities.create(try geofence("Place \(number)", at: Double(number) * 400))
            }
        }
    }

    /// The identifier of a geofence's region, by the geofence's name.
    func region(_ name: String) async throws -> String {
        let place = try await store.read { try $0.entities.fetch(kind: .geofence, named: name) }
        return RegionIdentity.identifier(of: try #require(place).id)
    }

    /// The registered sentinel; `nil` when there is none.
    var sentinel: MonitoredRegion? { monitored[RegionIdentity.sentinelIdentifier] }

    func findings() async throws -> [String] {
        let monitor = try monitor
        return try await phone.run { try await monitor.health() }.findings.map(\.finding)
    }
}

/// A geofence some metres east of the town centre.
func geofence(_ name: String, at east: Double, radius: Double = 150) throws -> Geofence {
    let center = try place(east)
    return Geofence(
        name: name,
        latitude: center.latitude,
        longitude: center.longitude,
        radiusMeters: radius
    )
}

extension DeviceStore {
    /// Makes inserts into a table fail, as on a full disk; `nil` ends that.
    func refuse(_ table: String?) async throws {
        try await database.write { db in
            try db.execute(sql: "DROP TRIGGER IF EXISTS temp.refusal")
            guard let table else { return }
            try db.execute(
                sql: """
                    CREATE TEMP TRIGGER refusal BEFORE INSERT ON \(table)
                    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                    """
            )
        }
    }
}
