import Foundation
import Synchronization
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

/// A health source in memory that tests change; it reports changed spans as HealthKit does.
final class MemorySource: HealthSource {
    private struct State {
        var samples: [HealthMetric: [HealthSample]] = [:]
        var workouts: [WorkoutSample] = []
        var changed: [HealthMetric: [Range<Instant>]] = [:]
        var version: UInt8 = 1
        var readableFrom: Instant?
    }

    private let state = Mutex(State())
    let sources = [
        HealthSourceDescription(name: "Watch", kind: .watch),
        HealthSourceDescription(name: "Phone", kind: .phone),
        HealthSourceDescription(name: "App", kind: .thirdParty),
    ]

    /// Replaces the samples of a category.
    func set(_ category: HealthMetric, _ samples: [HealthSample]) {
        state.withLock { state in
            let old = state.samples[category] ?? []
            let differing =
                old.filter { !samples.contains($0) } + samples.filter { !old.contains($0) }
            state.changed[category] = differing.map(\.span).sorted {
                $0.lowerBound < $1.lowerBound
            }
            state.samples[category] = samples.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
            state.version += 1
        }
    }

    /// Throws the `locked` error for every read that begins before an instant.
    func lock(before instant: Instant?) { state.withLock { $0.readableFrom = instant } }

    /// Reports all samples as changed.
    func touch() { state.withLock { $0.version += 1 } }

    /// Replaces the workouts.
    func set(workouts: [WorkoutSample]) {
        state.withLock { state in
            state.changed[.workout] = (state.workouts + workouts).map { $0.start..<$0.end }.sorted {
                $0.lowerBound < $1.lowerBound
            }
            state.workouts = workouts
            state.version += 1
        }
    }

    let hasFingerprints = false

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) -> HealthChanges {
        state.withLock { state in
            HealthChanges(
                spans: anchor == [state.version] ? [] : state.changed[category] ?? [],
                anchor: [state.version]
            )
        }
    }

    func samples(of category: HealthMetric, in span: Range<Instant>) throws -> [HealthSample] {
        try state.withLock { state in
            if let start = state.readableFrom, span.lowerBound < start {
                throw HealthSourceError(.locked)
            }
            return (state.samples[category] ?? []).filter { $0.span.overlaps(span) }
        }
    }

    func summaries(of category: HealthMetric, in span: Range<Instant>) -> [SummarySample] { [] }

    func hasSamples(of category: HealthMetric, type: Int) -> Bool { true }

    func boundary(of category: HealthMetric) -> Instant? { nil }

    func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] {
        state.withLock { $0.workouts.filter { span.contains($0.start) } }
    }

    func readingRoutes(of workout: WorkoutSample) -> WorkoutSample { workout }
}

extension HealthSample {
    /// The time span; a millisecond for a sample without length.
    var span: Range<Instant> { start..<max(end, start + .milliseconds(1)) }

    /// Creates a sample from RFC 3339 times.
    init(_ start: String, _ end: String, _ value: Double, source: Int = 0) {
        self.init(start: at(start), end: at(end), value: value, source: source)
    }
}

/// Parses an RFC 3339 text.
func at(_ text: String) -> Instant {
    guard let instant = Instant(rfc3339: text) else { preconditionFailure("\(text) is no time") }
    return instant
}

/// A device with a real database in a temporary file, fed by a health source.
final class CapturingDevice {
    let source = MemorySource()
    let store: DeviceStore
    private let coordinator: HealthCaptureCoordinator
    let dependencies: Dependencies
    private let directory: String

    private struct FixedClock: WallClock {
        func now() -> Instant { Instant(seconds: 1_768_000_000) }
    }

    private struct FixedRandom: RandomSource {
        func next() -> UInt64 { 7 }
    }

    init(zone: String = "GMT") throws {
        guard let zone = TimeZone(identifier: zone) else { preconditionFailure("no such zone") }
        directory =
            FileManager.default.temporaryDirectory.path + "/capture-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let clock = FixedClock()
        dependencies = Dependencies(
            wallClock: clock,
            random: FixedRandom(),
            ids: UUIDv7Source(clock: clock, random: FixedRandom()),
            clock: ContinuousClock()
        )
        store = try DeviceStore(
            path: directory + "/device.sqlite",
            dependencies: dependencies
        )
        coordinator = HealthCaptureCoordinator(
            store: store,
            source: source,
            dependencies: dependencies,
            zones: { ZoneHistory(zone) }
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)  // it is a temporary directory
    }

    func capture(_ categories: HealthMetric...) async throws -> DerivedOutcome {
        try await coordinator.capture(categories)
    }

    /// Captures and returns the events that notify the person.
    ///
    /// - `fails`: whether the source throws an error during the capture.
    func notifiedEvents(
        _ categories: HealthMetric...,
        fails: Bool = false
    ) async throws -> [EntityID] {
        let notified = Mutex<[EntityID]>([])
        let coordinator = HealthCaptureCoordinator(
            store: store,
            source: source,
            dependencies: dependencies,
            zones: { ZoneHistory(.gmt) },
            onChange: { _, events in notified.withLock { $0 += events } }
        )
        if fails {
            await #expect(throws: HealthSourceError.self) {
                try await coordinator.capture(categories)
            }
        } else {
            try await coordinator.capture(categories)
        }
        return notified.withLock(\.self)
    }

    /// Captures everything again with a given order of sources.
    func capture(
        _ categories: [HealthMetric],
        sourceOrder: [String]
    ) async throws -> DerivedOutcome {
        var options = HealthCaptureOptions()
        options.sourceOrder = sourceOrder
        let coordinator = HealthCaptureCoordinator(
            store: store,
            source: source,
            dependencies: dependencies,
            options: options,
            zones: { ZoneHistory(.gmt) }
        )
        source.touch()
        return try await coordinator.capture(categories)
    }

    /// The events, oldest first.
    func events() async throws -> [Event] {
        try await store.read { try $0.entities.events() }.reversed().map {
            try Event(document: $0.document())
        }
    }
}
