import Foundation
import HealthKit
import SimulatedPhone
import SimulationKit
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

/// What an app does about health data while its process lives: it listens, and captures.
struct CaptureLife {
    let coordinator: HealthCaptureCoordinator
    private let observer: any HealthObserving
    private let signals: AsyncStream<HealthSignal>
    private let categories: [HealthCategory]
    private unowned let process: SimulatedDevice.Process

    init(_ process: SimulatedDevice.Process) {
        self.process = process
        categories = Self.categories(of: process.device.world)
        let device = process.device
        let world = device.world
        let health = device.health(of: process.account)
        let healthStore = health.phone.run { HKHealthStore() }
        let sabotage = world.options.sabotage
        let source = HealthKitSource(healthStore)
        var dependencies = process.dependencies
        dependencies.clock = ProcessClock(process)
        var options = HealthCaptureOptions()
        // All days at once: the days with faults are few.
        options.revisitedDays = 400
        sabotage?.healthOptions?(&options)
        let listener = HealthKitObserver(healthStore, categories: categories)
        observer = sabotage?.observing?(listener, process) ?? listener
        // HealthKit calls only those who listen when the launch is over.
        signals = world.phase == .calm ? AsyncStream { $0.finish() } : observer.signals()
        let account = process.account
        coordinator = HealthCaptureCoordinator(
            store: process.engine.store,
            source: WatchedSource(
                base: sabotage?.health?(source, process) ?? source,
                process: process
            ),
            dependencies: dependencies,
            options: options,
            categories: categories,
            zones: { [unowned world] in
                sabotage?.zones ?? world.walks[account]?.zones ?? ZoneHistory(.gmt)
            },
            isTimeUp: { sabotage?.ignoresTime != true && health.background?.isTimeUp == true }
        )
    }

    /// What is captured in a world.
    static func categories(of world: World) -> [HealthCategory] {
        [.steps] + (world.faults.diary?.categories ?? [])
    }

    /// Listens until the process ends.
    func run() async {
        let world = process.device.world
        guard world.phase != .calm else { return }
        let (unlocks, unlock) = AsyncStream.makeStream(of: Void.self)
        process.unlocks = unlock
        let name = process.device.name
        await withDiscardingTaskGroup { group in
            group.addTask { [observer, categories] in
                _ = await observer.deliverInBackground(categories)
            }
            await coordinator.run(signals, unlocks: unlocks) { _, error in
                if (error as? HealthSourceError)?.code == .locked {
                    world.marks.reached(.readWhileLocked)
                } else {
                    world.simulation.log("\(name) could not capture")
                }
            }
        }
    }

    /// One pass that the app asks for.
    func capture(_ trigger: HealthTrigger) async {
        let world = process.device.world
        do {
            let outcome = try await coordinator.capture(trigger: trigger)
            world.simulation.log(
                "\(process.device.name) captured \(outcome.created) \(outcome.updated)"
                    + " \(outcome.deleted)"
            )
        } catch {
            // What was not stored is captured again: the anchor has not moved.
        }
    }
}
