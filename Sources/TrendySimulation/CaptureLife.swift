import HealthKit
import SimulatedPhone
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel

/// What a phone senses of its owner's health, for the app that runs on it.
enum CaptureLife {
    /// What is captured in a world.
    static func categories(of world: World) -> [HealthCategory] {
        [.steps] + world.faults.diaries.flatMap(\.categories)
    }

    /// The real adapter over the simulated HealthKit.
    static func parts(of process: SimulatedDevice.Process) -> DeviceParts.Health {
        let world = process.device.world
        let health = process.device.health(of: process.account)
        let healthStore = health.phone.run { HKHealthStore() }
        let sabotage = world.options.sabotage
        let source = HealthKitSource(healthStore)
        let listener = HealthKitObserver(healthStore, categories: categories(of: world))
        var options = HealthCaptureOptions()
        // All days at once: the days with faults are few.
        options.revisitedDays = 400
        sabotage?.healthOptions?(&options)
        return DeviceParts.Health(
            source: WatchedSource(
                base: sabotage?.health?(source, process) ?? source,
                process: process
            ),
            observer: sabotage?.observing?(listener, process) ?? listener,
            categories: categories(of: world),
            options: options
        )
    }
}
