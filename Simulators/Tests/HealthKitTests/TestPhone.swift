import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Synchronization

/// A phone on a manual timeline, with helpers for tests.
struct TestPhone {
    let timeline: ManualTimeline
    let phone: Phone
    let watch = SimulatedSource.watch()
    let iPhone = SimulatedSource.iPhone()

    static let steps = HKQuantityType(.stepCount)
    static let energy = HKQuantityType(.activeEnergyBurned)
    static let heartRate = HKQuantityType(.heartRate)
    static let mass = HKQuantityType(.bodyMass)
    static let water = HKQuantityType(.dietaryWater)
    static let sleep = HKCategoryType(.sleepAnalysis)
    static let beats = HKUnit.count().unitDivided(by: .minute())

    init(timeline: ManualTimeline = ManualTimeline(), seed: UInt64 = 1) {
        self.timeline = timeline
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: seed))
    }

    var health: SimulatedHealthStore { phone.health }
    var now: Date { timeline.now }

    /// Opens the app and authorizes all types that the tests use.
    func open(asking: Bool = true) -> HKHealthStore {
        phone.launch(.user)
        return makeStore(asking: asking)
    }

    /// Creates a store of the current process.
    func makeStore(asking: Bool = true) -> HKHealthStore {
        let store = phone.run { HKHealthStore() }
        if asking { allowAll() }
        return store
    }

    func allowAll() {
        let types: [HKSampleType] = [
            Self.steps, Self.energy, Self.heartRate, Self.mass, Self.water, Self.sleep,
            HKQuantityType(.distanceWalkingRunning), HKObjectType.workoutType(),
            HKSeriesType.workoutRoute(),
        ]
        for type in types {
            health.setReadAuthorization(.allowed, for: type)
            health.setShareAuthorization(.sharingAuthorized, for: type)
        }
    }

    /// Advances by a second.
    func settle() {
        timeline.advance(by: .seconds(1))
    }

    /// A steps sample of the Watch, one minute long.
    func makeSteps(
        _ count: Double = 10,
        at start: Date? = nil,
        lasting seconds: TimeInterval = 60,
        source: SimulatedSource? = nil,
        metadata: [String: Any]? = nil
    ) -> HKQuantitySample {
        let start = start ?? now
        return health.quantity(
            .stepCount,
            count,
            .count(),
            from: start,
            to: start.addingTimeInterval(seconds),
            source: source ?? watch,
            metadata: metadata
        )
    }

    /// A sample that the app creates itself.
    func makeOwnWater(_ liters: Double = 0.5, metadata: [String: Any]? = nil) -> HKQuantitySample {
        phone.run {
            HKQuantitySample(
                type: Self.water,
                quantity: HKQuantity(unit: .liter(), doubleValue: liters),
                start: now,
                end: now,
                metadata: metadata
            )
        }
    }

    /// Executes an observer that counts its calls and completes them, unless configured otherwise.
    func observe(
        _ type: HKSampleType,
        with store: HKHealthStore,
        predicate: NSPredicate? = nil,
        answering: Bool = true
    ) -> Recorder<(any Error)?> {
        let recorder = Recorder<(any Error)?>()
        store.execute(
            HKObserverQuery(sampleType: type, predicate: predicate) { _, completion, error in
                recorder.append(error)
                if answering { completion() }
            }
        )
        return recorder
    }

    /// Runs an anchored query to its result.
    func page(
        _ type: HKSampleType,
        after anchor: HKQueryAnchor? = nil,
        limit: Int = HKObjectQueryNoLimit,
        predicate: NSPredicate? = nil,
        with store: HKHealthStore
    ) -> Page {
        let recorder = Recorder<Page>()
        store.execute(
            HKAnchoredObjectQuery(type: type, predicate: predicate, anchor: anchor, limit: limit) {
                _,
                samples,
                deleted,
                anchor,
                error in
                recorder.append(
                    Page(
                        samples: samples ?? [],
                        deleted: deleted ?? [],
                        anchor: anchor,
                        error: error
                    )
                )
            }
        )
        timeline.run(until: now)
        return recorder.values.first ?? Page()
    }

    /// Runs a sample query to its result.
    func samples(
        _ type: HKSampleType,
        _ predicate: NSPredicate? = nil,
        with store: HKHealthStore
    ) -> Result<[HKSample], any Error>? {
        let recorder = Recorder<Result<[HKSample], any Error>>()
        store.execute(
            HKSampleQuery(
                sampleType: type,
                predicate: predicate,
                limit: HKObjectQueryNoLimit,
                sortDescriptors: nil
            ) { _, samples, error in
                if let samples { recorder.append(.success(samples)) }
                if let error { recorder.append(.failure(error)) }
            }
        )
        timeline.run(until: now)
        return recorder.values.first
    }

    /// Waits for a result of the app while only actions that are due now run.
    func wait<Value: Sendable>(
        for work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let done = Recorder<Void>()
        async let value = finish(done, work)
        while done.values.isEmpty {
            timeline.run(until: timeline.now)
            await Task.yield()
        }
        return try await value
    }

    private func finish<Value: Sendable>(
        _ done: Recorder<Void>,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        defer { done.append(()) }
        return try await phone.run { try await work() }
    }
}

/// The result of an anchored query.
struct Page {
    var samples: [HKSample] = []
    var deleted: [HKDeletedObject] = []
    var anchor: HKQueryAnchor?
    var error: (any Error)?

    var uuids: [UUID] { samples.map(\.uuid) }
}

/// Values recorded by handlers.
final class Recorder<Value>: Sendable {
    private struct Values: @unchecked Sendable {
        // Unchecked: errors and results of the simulation are immutable.
        var list: [Value] = []
    }

    private let state = Mutex(Values())

    var values: [Value] { state.withLock { $0 }.list }
    var count: Int { values.count }

    func append(_ value: Value) {
        let box = Values(list: [value])
        state.withLock { $0.list += box.list }
    }
}

/// The code of a HealthKit error.
func code(_ error: (any Error)?) -> HKError.Code? {
    (error as? HKError)?.code
}

extension Result {
    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }

    var value: Success? {
        if case .success(let value) = self { value } else { nil }
    }
}
