import HealthKit
import SimulatedPhone
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel

/// What a phone senses of its owner's health, for the app that runs on it.
enum CaptureWorkload {
    /// What is captured in a world.
    static func categories(of world: World) -> [HealthCategory] {
        [.steps] + world.faults.healthOracles.flatMap(\.categories)
    }

    /// The real adapter over the simulated HealthKit.
    static func parts(of process: SimulatedDevice.Process) -> DeviceServices.Health {
        let world = process.device.world
        let health = process.device.health(of: process.account)
        let healthStore = health.phone.run { HKHealthStore() }
        let sabotage = world.options.injectedBug
        let source = HealthKitSource(healthStore)
        let listener = HealthKitObserver(healthStore, categories: categories(of: world))
        var options = HealthCaptureOptions()
        // All days at once: the days with faults are few.
        options.rescannedDays = 400
        sabotage?.healthOptions?(&options)
        return DeviceServices.Health(
            source: RecordingHealthSource(
                base: sabotage?.health?(source, process) ?? source,
                process: process
            ),
            observer: sabotage?.observing?(listener, process) ?? listener,
            categories: categories(of: world),
            options: options
        )
    }
}
