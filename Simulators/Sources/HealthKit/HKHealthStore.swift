// HealthKit: an implementation of Apple's framework over a store that a test controls.

public import Foundation
import SimulatedHealthBehavior
import SimulatedPhone

/// An app's connection to the health data of the current phone.
///
/// A store belongs to the process that created it: after the process has ended its calls have no
/// effect and no handler is called.
public final class HKHealthStore: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    let phone: Phone
    let database: HealthDatabase
    let generation: Int

    /// A store of the current process.
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

    /// Whether the device supports health data.
    public class func isHealthDataAvailable() -> Bool {
        let database = HealthDatabase.of(currentPhone("isHealthDataAvailable()"))
        return (try? database.checkAvailability()) != nil
    }

    /// Whether the app may save a type.
    ///
    /// Read authorization is not disclosed.
    public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        database.sharing(of: type)
    }

    /// The earliest start of a sample that may be saved.
    public func earliestPermittedSampleDate() -> Date {
        database.behavior.earliestPermittedSampleDate
    }

    /// Executes a query.
    ///
    /// Each query can be executed once.
    public func execute(_ query: HKQuery) {
        database.execute(query, generation: generation)
    }

    /// Stops a query: its handlers are not called any more.
    public func stop(_ query: HKQuery) {
        database.stop(query)
    }
}
