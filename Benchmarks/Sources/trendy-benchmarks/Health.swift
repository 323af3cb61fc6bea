import Foundation
import GRDBSQLite
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import TrendyAppSupport
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

/// Measures capture from the simulated HealthKit with this machine's clock and disk: the first
/// import of two years of the standard metrics, a pass over the last week without changes, and one new
/// sample.
func measureHealth(_ directory: String, days: Int, rounds: Int?) async throws {
    let phone = Phone(timeline: LiveTimeline(), randomness: SeededRandomness(seed: 1))
    phone.health.behavior.observerDelay = .zero
    for type in HealthMetric.allCases.flatMap(\.types) {
        if case .quantity = type.kind {
            let identifier = HKQuantityTypeIdentifier(rawValue: type.identifier)
            phone.health.setReadAuthorization(.allowed, for: HKQuantityType(identifier))
        } else if case .category = type.kind {
            let identifier = HKCategoryTypeIdentifier(rawValue: type.identifier)
            phone.health.setReadAuthorization(.allowed, for: HKCategoryType(identifier))
        }
    }
    for type: HKSampleType in [
        HKCategoryType(.sleepAnalysis), HKCategoryType(.mindfulSession),
        HKObjectType.workoutType(), HKSeriesType.workoutRoute(),
    ] {
        phone.health.setReadAuthorization(.allowed, for: type)
    }
    let samples = GeneratedHealth(on: phone).addSamples(days: days)
    phone.launch(.user)
    let healthStore = phone.run { HKHealthStore() }
    let store = try DeviceStore(
        path: directory + "/health.sqlite",
        dependencies: .live()
    )
    let coordinator = HealthCaptureCoordinator(
        store: store,
        source: HealthKitSource(healthStore),
        dependencies: .live(),
        zones: { ZoneHistory(.gmt) }
    )
    let first = try await seconds { _ = try await coordinator.capture() }
    report("first import of \(samples) samples of \(days) days", first, "s")
    report("samples a second", Double(samples) / first, "/s")
    // Samples that arrived since the first read are captured, so that nothing is new.
    _ = try await coordinator.capture(trigger: .launch)
    let pending = try await store.read { try $0.queue.status() }.pending
    let commits = CommitWatch(directory + "/health.sqlite")
    var passes: [Double] = []
    var writing = 0
    let passRounds = rounds ?? 20
    for _ in 0..<passRounds {
        let version = commits.version
        passes.append(try await seconds { _ = try await coordinator.capture(trigger: .launch) })
        if commits.version != version { writing += 1 }
    }
    report("pass over 7 days without changes, p50 of \(passRounds)", median(passes) * 1000, "ms")
    print("passes that wrote: \(writing)")
    print(
        "mutations queued by them: \(try await store.read { try $0.queue.status() }.pending - pending)"
    )
    try await measureOneSample(phone, healthStore, store, coordinator, rounds: rounds ?? 30)
    try await measureManyKinds(phone, healthStore, directory, rounds: passRounds)
    report("peak memory", peakMegabytes(), "MB")
    try await store.close()
}

/// Measures a pass without changes over the last week with 60 of all metrics on.
private func measureManyKinds(
    _ phone: Phone,
    _ healthStore: HKHealthStore,
    _ directory: String,
    rounds: Int
) async throws {
    let rows = HealthMetric.allCases.filter { metric in
        !metric.isStandard && metric.types.count == 1 && metric.aggregation != .event
    }
    let metrics = HealthMetric.standard + rows.prefix(60 - HealthMetric.standard.count)
    for metric in metrics.dropFirst(HealthMetric.standard.count) {
        phone.health.addReadings(of: metric, days: 30, until: phone.timeline.now)
    }
    let store = try DeviceStore(path: directory + "/kinds.sqlite", dependencies: .live())
    try await store.write { transaction in
        for metric in metrics {
            try transaction.health.changeSettings(category: metric.rawValue) {
                $0.isEnabled = true
            }
        }
    }
    let coordinator = HealthCaptureCoordinator(
        store: store,
        source: HealthKitSource(healthStore),
        dependencies: .live(),
        zones: { ZoneHistory(.gmt) }
    )
    _ = try await coordinator.capture()
    _ = try await coordinator.capture(trigger: .launch)
    let commits = CommitWatch(directory + "/kinds.sqlite")
    var passes: [Double] = []
    var writing = 0
    for _ in 0..<rounds {
        let version = commits.version
        passes.append(try await seconds { _ = try await coordinator.capture(trigger: .launch) })
        if commits.version != version { writing += 1 }
    }
    report(
        "pass over 7 days without changes, \(metrics.count) metrics on, p50 of \(rounds)",
        median(passes) * 1000,
        "ms"
    )
    print("passes that wrote: \(writing)")
    try await store.close()
}

extension SimulatedHealthStore {
    /// Adds six samples a day of a row of the catalogue.
    fileprivate func addReadings(of metric: HealthMetric, days: Int, until end: Date) {
        let identifier = metric.types[0].identifier
        for index in 0..<days * 6 {
            let start = end.addingTimeInterval(-Double(index + 1) * 4 * 3600)
            if let unit = metric.unit {
                add(
                    quantity(
                        HKQuantityTypeIdentifier(rawValue: identifier),
                        unit == .percent ? 0.5 : 50,
                        HKUnit(from: unit.rawValue),
                        from: start,
                        to: start.addingTimeInterval(600),
                        source: .watch()
                    )
                )
            } else {
                add(
                    category(
                        HKCategoryTypeIdentifier(rawValue: identifier),
                        1,
                        from: start,
                        to: start.addingTimeInterval(600),
                        source: .watch()
                    )
                )
            }
        }
    }
}

/// Measures the time from saving a sample to the durable event, with a running observer.
private func measureOneSample(
    _ phone: Phone,
    _ healthStore: HKHealthStore,
    _ store: DeviceStore,
    _ coordinator: HealthCaptureCoordinator,
    rounds: Int
) async throws {
    let observer = HealthKitObserver(healthStore, categories: [.water])
    let (unlocks, unlock) = AsyncStream.makeStream(of: Void.self)
    let signals = observer.signals()
    let life = Task { await coordinator.run(signals, unlocks: unlocks) }
    // The launch pass has ended.
    try await Task.sleep(for: .seconds(2))
    var times: [Double] = []
    for index in 0..<rounds {
        let commits = store.commits()
        let before = try await store.read { try $0.entities.counts() }[.event] ?? 0
        let drink = phone.health.quantity(
            .dietaryWater,
            Double(100 + index),
            .literUnit(with: .milli),
            from: phone.timeline.now,
            source: .iPhone()
        )
        times.append(
            try await seconds {
                phone.health.add(drink)
                var events = commits.events.makeAsyncIterator()
                while try await store.read({ try $0.entities.counts() })[.event] ?? 0 == before {
                    await events.next()
                }
            }
        )
        commits.stop()
        // Longer than the pause after a pass, so that each sample is captured at once.
        try await Task.sleep(for: .milliseconds(2_500))
    }
    life.cancel()
    unlock.finish()
    await life.value
    report("one new sample: save to durable event, p50 of \(rounds)", median(times) * 1000, "ms")
}

/// Detects commits to a database from outside.
private final class CommitWatch {
    private var database: OpaquePointer?

    init(_ path: String) {
        precondition(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    }

    deinit { sqlite3_close(database) }

    /// SQLite's data version, which changes after each commit of another connection.
    var version: Int64 {
        var statement: OpaquePointer?
        precondition(
            sqlite3_prepare_v2(database, "PRAGMA data_version", -1, &statement, nil) == SQLITE_OK
        )
        defer { sqlite3_finalize(statement) }
        precondition(sqlite3_step(statement) == SQLITE_ROW)
        return sqlite3_column_int64(statement, 0)
    }
}

/// The machine's clock as a timeline.
private struct LiveTimeline: PhoneTimeline {
    var now: Date { Date() }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        Task {
            // Never cancelled.
            if delay > .zero { try? await Task.sleep(for: delay) }
            action()
        }
    }
}
