import GRDB
import SimulationKit
import TrendyAppSupport
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendySQLite
import TrendyServer
import TrendyStore
import TrendySync

/// A bug that shipped in a real app or server, injected into a run through the code's own seams, to
/// prove that the checks detect it.
package struct InjectedBug: Sendable {
    /// The name on the command line.
    package let name: String
    /// A description of the bug.
    package let summary: String

    /// The number of seeds within which the checks must detect the bug.
    package var seedLimit: UInt64 = 100
    /// Adjusts the fault mix so that the bug has an effect.
    var faults: (@Sendable (inout FaultMix) -> Void)?
    /// Wraps the server's store.
    var server: (@Sendable (SQLiteStore, World) -> any ServerStore)?
    /// SQL that corrupts the server's database.
    var serverSQL: String?
    /// Wraps a device's transport.
    var transport: (@Sendable (HTTPTransport, SimulatedDevice.Process) -> any SyncTransport)?
    /// SQL that corrupts a device's database.
    var deviceSQL: String?
    /// Resolves conflicts.
    var mergePolicy: (any MergePolicy)?
    /// Wraps the health source.
    var health: (@Sendable (any HealthSource, SimulatedDevice.Process) -> any HealthSource)?
    /// Wraps the observer of health changes.
    var observing:
        (@Sendable (any HealthObserving, SimulatedDevice.Process) -> any HealthObserving)?
    /// Wraps the region monitor.
    var regions: (@Sendable (any RegionMonitor, SimulatedDevice.Process) -> any RegionMonitor)?
    /// The app does not merge duplicate visits of several phones.
    var keepsDuplicates = false
    /// Wraps the application lifecycle.
    var system:
        (
            @Sendable @MainActor (ApplicationSystem, SimulatedDevice.Process) ->
                any ApplicationLifecycle
        )?
    /// Wraps the background task scheduler.
    var tasks:
        (@Sendable (SystemTaskScheduler, SimulatedDevice.Process) -> any BackgroundTaskScheduling)?
    /// Wraps the key-value store of the first frame's state.
    var keyValues: (@Sendable (any KeyValueStore, SimulatedDevice.Process) -> any KeyValueStore)?
    /// Wraps the transport of the onboarding status.
    var onboarding:
        (@Sendable (any OnboardingTransport, SimulatedDevice.Process) -> any OnboardingTransport)?
    /// Changes the platform of the whole app.
    var platform: (@Sendable (inout AppPlatform) -> Void)?
    /// Changes the options of health capture.
    var healthOptions: (@Sendable (inout HealthCaptureOptions) -> Void)?
    /// The time-zone history that determines the bounds of days.
    var zones: ZoneHistory?
    /// The retry policy of refused mutations.
    var retryPolicy: RetryPolicy?
    /// A backup is restored without a new epoch.
    var keepsEpoch = false
    /// All accounts share one database on a device.
    var sharesDatabase = false
    /// A new sign-in continues with the previous account's session.
    var sharesSession = false

    init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
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
    /// Executes SQL of an injected bug.
    func execute(_ sql: String) throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
}

extension DeviceStore {
    /// Executes SQL of an injected bug.
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

    /// Stores a cursor too early.
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
