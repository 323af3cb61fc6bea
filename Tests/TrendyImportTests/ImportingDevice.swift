import Foundation
import TrendyHealth
import TrendyImport
import TrendyModel
import TrendyStore

/// A device with a real database that imports exports.
struct ImportingDevice {
    private struct FixedClock: WallClock {
        /// The evening of 12 April 2026, when generated exports end.
        func now() -> Instant { Instant(seconds: 1_776_034_800) }
    }

    private struct FixedRandom: RandomSource {
        func next() -> UInt64 { 7 }
    }

    let store: DeviceStore
    private let dependencies: Dependencies

    init(in scratch: Scratch) throws {
        let clock = FixedClock()
        dependencies = Dependencies(
            wallClock: clock,
            random: FixedRandom(),
            ids: UUIDv7Source(clock: clock, random: FixedRandom()),
            clock: ContinuousClock()
        )
        store = try DeviceStore(
            path: scratch.path + "/device.sqlite",
            dependencies: dependencies
        )
    }

    /// Imports everything that an export has, as `trendy import` does.
    func capture(_ export: AppleHealthExport, zones: ZoneHistory) async throws -> DerivedOutcome {
        var options = HealthCaptureOptions()
        options.capturesEverything = true
        let coordinator = HealthCaptureCoordinator(
            store: store,
            source: export,
            dependencies: dependencies,
            options: options,
            categories: export.metrics,
            zones: { zones }
        )
        return try await coordinator.capture()
    }

    /// The stored events by the name of their metric.
    func events() async throws -> [String: [Event]] {
        let entities = try await store.read {
            try $0.entities.events(EventFilter(limit: 10_000_000))
        }
        let events = try entities.map { try Event(document: $0.document()) }
        return Dictionary(grouping: events) { $0.healthKitCategory ?? "" }
    }
}
