#if os(Linux)
import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

/// Capture from the simulated HealthKit on this machine's clock and disk: the first import of two
/// years, a pass over the last week with nothing new, and one new sample.
func measureHealth(_ directory: String, days: Int) async throws {
    let phone = Phone(timeline: LiveTimeline(), randomness: SeededRandomness(seed: 1))
    phone.health.behavior.observerDelay = .zero
    for type in HealthCategory.allCases.flatMap(\.types) {
        if case .quantity = type.kind {
            let identifier = HKQuantityTypeIdentifier(rawValue: type.identifier)
            phone.health.setReadAuthorization(.allowed, for: HKQuantityType(identifier))
        }
    }
    for type: HKSampleType in [
        HKCategoryType(.sleepAnalysis), HKCategoryType(.mindfulSession),
        HKObjectType.workoutType(), HKSeriesType.workoutRoute(),
    ] {
        phone.health.setReadAuthorization(.allowed, for: type)
    }
    let samples = live(on: phone, days: days)
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
    // What came since the first read is read, so that nothing is new.
    _ = try await coordinator.capture(trigger: .launch)
    let pending = try await store.status().pending
    let bytes = databaseBytes(directory)
    var passes: [Double] = []
    for _ in 0..<20 {
        passes.append(try await seconds { _ = try await coordinator.capture(trigger: .launch) })
    }
    report("pass over 7 days with nothing new, p50 of 20", median(passes) * 1000, "ms")
    let changed = databaseBytes(directory) != bytes
    print("written by them: \(changed ? "SOMETHING" : "nothing")")
    print("queued by them: \(try await store.status().pending - pending)")
    try await measureOneSample(phone, healthStore, store, coordinator)
    report("peak memory", peakMegabytes(), "MB")
    try await store.close()
}

/// From the save of a sample to its event being durable, the observer listening.
private func measureOneSample(
    _ phone: Phone,
    _ healthStore: HKHealthStore,
    _ store: DeviceStore,
    _ coordinator: HealthCaptureCoordinator
) async throws {
    let observer = HealthKitObserver(healthStore, categories: [.water])
    let (unlocks, unlock) = AsyncStream.makeStream(of: Void.self)
    let signals = observer.signals()
    let life = Task { await coordinator.run(signals, unlocks: unlocks) }
    // The pass at the launch is over.
    try await Task.sleep(for: .seconds(2))
    var times: [Double] = []
    for index in 0..<30 {
        let commits = store.commits()
        let before = try await store.counts()[.event] ?? 0
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
                var notices = commits.notices.makeAsyncIterator()
                while try await store.counts()[.event] ?? 0 == before { await notices.next() }
            }
        )
        commits.stop()
        // Longer than the pause that follows a pass, so that each is dealt with at once.
        try await Task.sleep(for: .milliseconds(2_500))
    }
    life.cancel()
    unlock.finish()
    await life.value
    report("one new sample: save to durable event, p50 of 30", median(times) * 1000, "ms")
}

/// A life of a Watch and a phone, from so many days ago until now: about 450 samples a day.
private func live(on phone: Phone, days: Int) -> Int {
    let random = SeededRandomness(seed: 7)
    let (watch, iPhone) = (SimulatedSource.watch(), SimulatedSource.iPhone())
    let beats = HKUnit.count().unitDivided(by: .minute())
    let start = phone.timeline.now.addingTimeInterval(-Double(days) * 86_400)
    var count = 0
    for day in 0..<days {
        var samples: [HKSample] = []
        let morning = start.addingTimeInterval(Double(day) * 86_400 + 7 * 3600)
        for slot in 0..<60 {
            let from = morning.addingTimeInterval(Double(slot) * 900)
            let steps = Double(random.next() % 400)
            for source in [watch, iPhone] {
                samples.append(
                    phone.health.quantity(
                        .stepCount,
                        steps,
                        .count(),
                        from: from,
                        to: from.addingTimeInterval(600),
                        source: source
                    )
                )
            }
            samples.append(
                phone.health.quantity(
                    .activeEnergyBurned,
                    steps / 20,
                    .kilocalorie(),
                    from: from,
                    to: from.addingTimeInterval(600),
                    source: watch
                )
            )
        }
        for reading in 0..<250 {
            let at = morning.addingTimeInterval(Double(reading) * 220)
            samples.append(
                phone.health.quantity(
                    .heartRate,
                    Double(50 + random.next() % 90),
                    beats,
                    from: at,
                    source: watch
                )
            )
        }
        for stage in 0..<20 {
            let from = morning.addingTimeInterval(Double(stage) * 1200 - 8 * 3600)
            samples.append(
                phone.health.category(
                    .sleepAnalysis,
                    [2, 3, 3, 4, 5][Int(random.next() % 5)],
                    from: from,
                    to: from.addingTimeInterval(1200),
                    source: watch
                )
            )
        }
        phone.health.add(samples)
        count += samples.count
    }
    return count
}

private func databaseBytes(_ directory: String) -> [UInt64] {
    ["", "-wal"].map { suffix in
        let path = directory + "/health.sqlite" + suffix
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }
}

/// The machine's own time.
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
#endif
