// CoreLocation: an implementation of Apple's framework over a walk that a test controls.

public import Foundation
import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

/// An app's connection to the location service.
///
/// A manager belongs to the process that created it: after the process has ended its calls have no
/// effect and its delegate is not called. Delegates are called on the phone's timeline.
open class CLLocationManager: NSObject {
    let system: LocationSystem
    let generation: Int
    let number: Int

    /// The delegate.
    ///
    /// The system calls it with the authorization whenever it is set.
    open weak var delegate: (any CLLocationManagerDelegate)? {
        didSet { if delegate != nil { system.delegateWasSet(number, generation) } }
    }

    /// A manager of the current process.
    override public init() {
        let phone = currentPhone("CLLocationManager()")
        precondition(
            phone.process != .notRunning,
            "CLLocationManager() belongs to a process: launch the app on the phone first."
        )
        system = .of(phone)
        generation = phone.generation
        number = system.state.withLock { $0.nextNumber() }
        super.init()
        system.add(ManagerState(number: number, generation: generation, link: ManagerLink(self)))
    }

    deinit {
        system.removeManager(number)
    }

    // MARK: settings

    /// The requested accuracy of fixes.
    open var desiredAccuracy: CLLocationAccuracy {
        get { read(\.desiredAccuracy, kCLLocationAccuracyBest) }
        set { write(\.desiredAccuracy, newValue) }
    }

    /// The distance that the device must move before the next fix is delivered.
    open var distanceFilter: CLLocationDistance {
        get { read(\.distanceFilter, kCLDistanceFilterNone) }
        set { write(\.distanceFilter, newValue) }
    }

    /// Whether fixes are delivered in the background; requires the background mode.
    open var allowsBackgroundLocationUpdates: Bool {
        get { read(\.allowsBackground, false) }
        set {
            precondition(
                !newValue || system.state.withLock(\.hasBackgroundMode),
                "allowsBackgroundLocationUpdates needs \"location\" among UIBackgroundModes."
            )
            write(\.allowsBackground, newValue)
        }
    }

    /// Whether the system may pause fixes while the device does not move.
    open var pausesLocationUpdatesAutomatically: Bool {
        get { read(\.pausesAutomatically, true) }
        set { write(\.pausesAutomatically, newValue) }
    }

    /// Whether the status bar indicates background fixes.
    open var showsBackgroundLocationIndicator: Bool {
        get { read(\.showsIndicator, false) }
        set { write(\.showsIndicator, newValue) }
    }

    /// The person's activity.
    open var activityType: CLActivityType {
        get { read(\.activityType, .other) }
        set { write(\.activityType, newValue) }
    }

    private func read<Value: Sendable>(
        _ path: any KeyPath<ManagerState, Value> & Sendable,
        _ initial: Value
    ) -> Value {
        system.state.withLock { $0.managers[number]?[keyPath: path] } ?? initial
    }

    private func write<Value: Sendable>(
        _ path: any WritableKeyPath<ManagerState, Value> & Sendable,
        _ value: Value
    ) {
        let number = number
        system.change { state, _ in state.managers[number]?[keyPath: path] = value }
    }
}

/// The phone whose app runs the calling code.
func currentPhone(_ what: String) -> Phone {
    guard let phone = Phone.current else {
        preconditionFailure("\(what) needs a phone: call it inside of phone.run { }.")
    }
    return phone
}
