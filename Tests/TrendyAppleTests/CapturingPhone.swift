import Foundation
import HealthKit
import Logging
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import Testing
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendySimulation
import TrendyStore

/// A simulated phone whose app captures health data into a real database, in virtual time.
final class CapturingPhone: @unchecked Sendable {
    // Unchecked: a simulation runs on one thread, and nothing else holds this object.

    let simulation: Simulation
    let phone: Phone
    let watch = SimulatedSource.watch()
    let iPhone = SimulatedSource.iPhone()
    let store: DeviceStore
    let source: HealthKitSource
    let observer: HealthKitObserver
    let coordinator: HealthCaptureCoordinator
    let dependencies: Dependencies
    private let disk: SimulatedDisk
    private var unlock: AsyncStream<Void>.Continuation?

    /// Runs a simulation to its end; all waits use virtual time.
    static func live(
        seed: UInt64 = 1,
        options: HealthCaptureOptions = HealthCaptureOptions(),
        _ body: @escaping @Sendable (CapturingPhone) async throws -> Void
    ) {
        // Swift Testing reads the machine's clock when it reports an expectation.
        let report = Simulation.run(seed: seed, options: .init(refusesClockReadings: false)) {
            simulation in
            let phone = try CapturingPhone(simulation, options)
            try await body(phone)
            try await phone.store.close()
        }
        #expect(report.failure == nil)
    }

    private init(_ simulation: Simulation, _ options: HealthCaptureOptions) throws {
        self.simulation = simulation
        var seeds = simulation.random("phone")
        phone = Phone(
            timeline: SimulationTimeline(simulation),
            randomness: SeededRandomness(seed: seeds.next())
        )
        disk = SimulatedDisk(name: "phone", random: simulation.random("disk"))
        let wallClock = SimulatedWallClock(simulation)
        let random = SharedRandom(simulation.random("app"))
        dependencies = Dependencies(
            wallClock: wallClock,
            random: random,
            ids: UUIDv7Source(clock: wallClock, random: random),
            clock: SimulationClock(simulation)
        )
        store = try DeviceStore(
            path: disk.path("device.sqlite"),
            dependencies: dependencies,
            files: disk.files
        )
        phone.launch(.user)
        let healthStore = phone.run { HKHealthStore() }
        source = HealthKitSource(healthStore)
        observer = HealthKitObserver(healthStore)
        coordinator = HealthCaptureCoordinator(
            store: store,
            source: source,
            dependencies: dependencies,
            options: options,
            zones: { ZoneHistory(.gmt) }
        )
        for type in HealthMetric.allCases.flatMap(\.types) {
            for sampleType in Self.sampleTypes(of: type) {
                phone.health.setReadAuthorization(.allowed, for: sampleType)
            }
        }
    }

    private static func sampleTypes(of type: HealthType) -> [HKSampleType] {
        switch type.kind {
        case .quantity: [HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier))]
        case .sleepAnalysis, .category, .span:
            [HKCategoryType(HKCategoryTypeIdentifier(rawValue: type.identifier))]
        case .workout: [HKObjectType.workoutType(), HKSeriesType.workoutRoute()]
        case .summary: []
        }
    }

    var health: SimulatedHealthStore { phone.health }

    /// The time a number of hours after the simulation's start.
    func hour(_ hours: Double) -> Date {
        Date(timeIntervalSince1970: Double(Simulation.beginning.seconds) + hours * 3600)
    }

    /// A run of ten minutes, and one heart rate reading during it.
    func run(at start: Date, heartRate: Double) -> (workout: HKWorkout, reading: HKQuantitySample) {
        let reading = health.quantity(
            .heartRate,
            heartRate,
            .count().unitDivided(by: .minute()),
            from: start.addingTimeInterval(60),
            to: start.addingTimeInterval(60),
            source: watch
        )
        let workout = health.workout(
            .running,
            from: start,
            to: start.addingTimeInterval(600),
            source: watch
        )
        return (workout, reading)
    }

    func steps(
        _ count: Double,
        at start: Date,
        lasting seconds: TimeInterval = 600,
        source: SimulatedSource? = nil
    ) -> HKQuantitySample {
        health.quantity(
            .stepCount,
            count,
            .count(),
            from: start,
            to: start.addingTimeInterval(seconds),
            source: source ?? watch
        )
    }

    /// An engine with its own database that captures a category, as in an app.
    func engine(
        _ category: HealthMetric = .steps,
        wallClock: any WallClock
    ) throws -> TrendyEngine {
        var services = DeviceServices()
        services.health = DeviceServices.Health(
            source: source,
            observer: observer,
            categories: [category]
        )
        var dependencies = dependencies
        dependencies.wallClock = wallClock
        return try TrendyEngine(
            databasePath: disk.path("engine.sqlite"),
            transport: nil,
            services: services,
            dependencies: dependencies,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            files: disk.files
        )
    }

    /// Captures new samples.
    @discardableResult
    func capture(
        _ categories: [HealthMetric] = HealthMetric.allCases,
        _ trigger: HealthTrigger = .signal
    ) async throws -> DerivedOutcome {
        try await coordinator.capture(categories, trigger: trigger)
    }

    /// Writes a day's steps as another device with a given number of samples would.
    func takeOver(
        _ day: String,
        count: Int64,
        samples: Int64,
        deleted: Int64 = 0
    ) async throws {
        var properties = PropertyBag()
        properties["count"] = .number(JSONNumber(count))
        var change = Document()
        change["properties"] = properties.json
        change["evidence"] =
            Evidence(
                sampleCount: samples,
                deletedCount: deleted,
                newest: Instant(hour(0))
            ).json
        try await store.write { [change] in
            try $0.entities.update(
                id: .derived(kind: "event", naturalKey: "steps/\(day)"),
                change: change
            )
        }
    }

    /// Listens to HealthKit as an app does while `body` runs.
    func listening(_ body: () async throws -> Void) async throws {
        let signals = observer.signals()
        let (unlocks, unlock) = AsyncStream.makeStream(of: Void.self)
        self.unlock = unlock
        let runTask = Task { [coordinator] in await coordinator.run(signals, unlocks: unlocks) }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        runTask.cancel()
        unlock.finish()
        await runTask.value
        try result.get()
    }

    /// Unlocks the phone and informs the app.
    func unlockPhone() {
        phone.unlock()
        unlock?.yield()
    }

    /// Lets virtual time pass.
    func pass(_ span: Duration) async throws {
        try await simulation.sleep(for: span)
    }

    /// The values of a property by day, from the phone's store unless another is given.
    func values(
        _ category: HealthMetric = .steps,
        _ property: String = "count",
        in other: DeviceStore? = nil
    ) async throws -> [String: String] {
        var values: [String: String] = [:]
        for entity in try await (other ?? store).read({
            try $0.entities.events(EventFilter(limit: 10_000))
        }) {
            let event = try Event(document: entity.document())
            guard event.healthKitCategory == category.rawValue,
                let key = event.naturalKey?.split(separator: "/").dropFirst().joined(separator: "/")
            else { continue }
            values[key] = event.properties[property]?.json.description
        }
        return values
    }
}
