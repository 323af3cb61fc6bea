import HealthKit
import SimulatedPhone
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel

/// Health capture of a simulated phone's app.
enum CaptureWorkload {
    /// The categories that a world captures.
    static func categories(of world: World) -> [HealthMetric] {
        [.steps] + world.faults.healthOracles.flatMap(\.categories)
    }

    /// The real adapter over the simulated HealthKit.
    static func services(of process: SimulatedDevice.Process) -> DeviceServices.Health {
        let world = process.device.world
        let health = process.device.health(of: process.account)
        let healthStore = health.phone.run { HKHealthStore() }
        let bug = world.options.injectedBug
        let source = HealthKitSource(healthStore)
        let listener = HealthKitObserver(healthStore, categories: categories(of: world))
        var options = HealthCaptureOptions()
        // All days in one pass, because the days with faults are few.
        options.rescannedDays = 400
        options.capturesEverything = true
        bug?.healthOptions?(&options)
        return DeviceServices.Health(
            source: RecordingHealthSource(
                base: bug?.health?(source, process) ?? source,
                process: process
            ),
            observer: bug?.observing?(listener, process) ?? listener,
            categories: categories(of: world),
            options: options
        )
    }
}
