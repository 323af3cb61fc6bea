import Foundation
import Logging
import Observation
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

/// A wall clock that only a test moves.
final class ScreenClock: WallClock {
    private let instant: Mutex<Instant>

    init(_ text: String) {
        instant = Mutex(Instant(rfc3339: text) ?? Instant(seconds: 0))
    }

    func now() -> Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) { instant.withLock { $0 = $0 + duration } }
}

/// A device without a server for tests of screens: a real database in a temporary directory.
final class ScreenWorld: Sendable {
    let directory: String
    let clock = ScreenClock("2026-01-15T14:30:00Z")
    let dependencies: Dependencies
    let engine: TrendyEngine
    let zones = ZoneHistory(TimeZone(identifier: "Europe/Paris") ?? .gmt)

    var store: DeviceStore { engine.store }
    var formats: DisplayFormatter {
        DisplayFormatter(locale: Locale(identifier: "en_GB"), zones: { [zones] in zones })
    }

    init(
        transport: (any SyncTransport)? = nil,
        services: DeviceServices = DeviceServices(),
        limits: SyncLimits = SyncLimits(),
        network: (any NetworkMonitor)? = nil,
        device: DeviceDescription? = nil,
        time: any Clock<Duration> = ContinuousClock()
    ) throws {
        directory = FileManager.default.temporaryDirectory.path + "/screen-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        dependencies = Dependencies(
            wallClock: clock,
            random: SystemRandomSource(),
            ids: UUIDv7Source(clock: clock, random: SystemRandomSource()),
            clock: time
        )
        var services = services
        if let network { services.network = network }
        if let device { services.device = device }
        engine = try TrendyEngine(
            databasePath: directory + "/device.sqlite",
            transport: transport,
            services: services,
            dependencies: dependencies,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            limits: limits
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)  // it is a temporary directory
    }

    /// The local day `days` after today.
    func day(_ days: Int = 0) -> CalendarDay {
        zones.day(containing: clock.now()).advanced(by: days)
    }

    /// An instant of a local day.
    func instant(_ time: String, day days: Int = 0) throws -> Instant {
        let parts = time.split(separator: ":").compactMap { Int64($0) }
        return zones.start(of: day(days)) + .seconds(parts[0] * 3600 + parts[1] * 60)
    }

    /// Gives a field a value that this version cannot decode, as another device's program might.
    ///
    /// - `isAccepted`: whether the server has all changes of this device.
    func spoil(
        _ id: EntityID,
        _ field: String,
        with value: RawJSON,
        isAccepted: Bool = true
    ) async throws {
        if isAccepted { try await store.acceptAll(version: 1) }
        var entity = try #require(try await store.read { try $0.entities.fetch(id: id) })
        var document = try entity.document()
        document[field] = value
        entity.content = document.json
        entity.version += 10
        entity.updatedAt = clock.now()
        _ = try await store.write { [entity] in
            try $0.sync.apply(changes: [entity], cursor: "c", policy: ConflictResolver())
        }
    }

    @discardableResult
    func log(
        _ type: String,
        _ time: String,
        day days: Int = 0,
        notes: String? = nil
    ) async throws -> EntityID {
        try await engine.recordManualEvent(
            .init(typeName: type, timestamp: instant(time, day: days), notes: notes)
        ).eventID
    }
}

/// Waits until a view model's state satisfies a condition.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
    while !condition() {
        await withCheckedContinuation { continuation in
            let isDone = withObservationTracking(condition) {
                continuation.resume()
            }
            // The state changes only on this actor, so nothing came in between.
            _ = isDone
        }
    }
}
