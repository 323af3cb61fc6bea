import GRDB
import SimulationKit
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendySQLite
import TrendyServer
import TrendyStore
import TrendySync

/// A mistake that somebody really shipped, built into a run through the code's own seams, to prove
/// that the checks can fail.
public struct InjectedBug: Sendable {
    /// Its name on the command line.
    public let name: String
    /// What is wrong.
    public let mistake: String

    /// The seeds after which it must have been found.
    public var seedLimit: UInt64 = 100
    /// What makes its consequences likely.
    var faults: (@Sendable (inout FaultMix) -> Void)?
    /// Wraps the server's store.
    var server: (@Sendable (SQLiteStore, World) -> any ServerStore)?
    /// Statements that spoil the server's database.
    var serverSQL: String?
    /// Wraps a device's transport.
    var transport: (@Sendable (HTTPTransport, SimulatedDevice.Process) -> any SyncTransport)?
    /// Statements that spoil a device's database.
    var deviceSQL: String?
    /// How divergences end.
    var mergePolicy: (any MergePolicy)?
    /// Wraps what HealthKit hands out.
    var health: (@Sendable (any HealthSource, SimulatedDevice.Process) -> any HealthSource)?
    /// Wraps what tells of news in HealthKit.
    var observing:
        (@Sendable (any HealthObserving, SimulatedDevice.Process) -> any HealthObserving)?
    /// Wraps what watches regions.
    var regions: (@Sendable (any RegionMonitor, SimulatedDevice.Process) -> any RegionMonitor)?
    /// The app does not look for visits that another phone recorded as well.
    var keepsTwins = false
    /// Wraps what the app's system tells and grants.
    var system:
        (
            @Sendable @MainActor (ApplicationSystem, SimulatedDevice.Process) ->
                any ApplicationLifecycle
        )?
    /// Wraps what runs tasks in the background.
    var tasks:
        (@Sendable (SystemTaskScheduler, SimulatedDevice.Process) -> any BackgroundTaskScheduling)?
    /// Wraps where the app keeps what its first frame depends on.
    var keyValues: (@Sendable (any KeyValueStore, SimulatedDevice.Process) -> any KeyValueStore)?
    /// Wraps the way to the status of the onboarding.
    var onboarding:
        (@Sendable (any OnboardingTransport, SimulatedDevice.Process) -> any OnboardingTransport)?
    /// Changes what the platform gives to the whole app.
    var platform: (@Sendable (inout AppPlatform) -> Void)?
    /// How capture goes about its work.
    var healthOptions: (@Sendable (inout HealthCaptureOptions) -> Void)?
    /// Where days are taken to begin and end.
    var zones: ZoneHistory?
    /// When refused mutations are tried again.
    var retryPolicy: RetryPolicy?
    /// A backup is put back without a new epoch.
    var keepsEpoch = false
    /// Every account has the same database on a device.
    var sharesDatabase = false
    /// Whoever signs in goes on with the session of whoever was there before.
    var sharesSession = false

    init(_ name: String, _ mistake: String) {
        self.name = name
        self.mistake = mistake
    }

    func injectedBug(_ store: SQLiteStore, in world: World) async throws -> any ServerStore {
        if let serverSQL { try await store.execute(serverSQL) }
        return server?(store, world) ?? store
    }

    func injectedBug(
        _ transport: HTTPTransport,
        of process: SimulatedDevice.Process
    ) -> any SyncTransport {
        self.transport?(transport, process) ?? transport
    }
}

extension SQLiteStore {
    /// Runs statements of a sabotage.
    func execute(_ sql: String) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
}

extension DeviceStore {
    /// Runs statements of a sabotage.
    func execute(_ sql: String, ids: [EntityID] = []) throws {
        try database.writeWithoutTransaction { db in
            guard !ids.isEmpty else { return try db.execute(sql: sql) }
            let statement = try PreparedStatement(db, sql)
            for id in ids {
                statement.bind(1, id)
                try statement.run()
            }
        }
    }

    /// Keeps a cursor too early.
    func keep(cursor: String) throws {
        try database.write { db in
            let statement = try PreparedStatement(
                db,
                "INSERT OR REPLACE INTO meta (key, value) VALUES ('cursor', ?)"
            )
            statement.bind(1, cursor)
            try statement.run()
        }
    }
}
