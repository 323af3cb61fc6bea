// HealthKit: Apple's framework as an app sees it, over a store that a test drives.

public import Foundation
import SimulatedHealthBehavior
import SimulatedPhone

/// The way to the health data of the phone on which it is made.
///
/// It belongs to the process that made it: once that is gone, nothing that is asked of it happens
/// and nobody is called.
public final class HKHealthStore: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    let phone: Phone
    let database: HealthDatabase
    let generation: Int

    /// A store of the current phone's process.
    override public init() {
        phone = currentPhone("HKHealthStore()")
        precondition(
            phone.process != .notRunning,
            "HKHealthStore() belongs to a process: launch the app on the phone first."
        )
        database = .of(phone)
        generation = phone.generation
        super.init()
    }

    /// Whether the device has health data at all.
    public class func isHealthDataAvailable() -> Bool {
        let database = HealthDatabase.of(currentPhone("isHealthDataAvailable()"))
        return (try? database.checkAvailability()) != nil
    }

    /// Whether the app may save a type; nothing tells what it may read.
    public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        database.sharing(of: type)
    }

    /// The earliest start that a sample may have.
    public func earliestPermittedSampleDate() -> Date {
        database.behavior.earliestPermittedSampleDate
    }

    /// Begins a query; each can be executed once.
    public func execute(_ query: HKQuery) {
        database.execute(query, generation: generation)
    }

    /// Ends a query: it is not called any more.
    public func stop(_ query: HKQuery) {
        database.stop(query)
    }
}
