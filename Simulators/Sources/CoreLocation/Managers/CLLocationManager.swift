// CoreLocation: Apple's framework as an app sees it, over a walk that a test drives.

public import Foundation
import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

/// The app's way to what the device knows of its place.
///
/// It belongs to the process that made it: once that is gone, nothing that is asked of it happens
/// and nobody is called. Delegates are called on the phone's timeline.
open class CLLocationManager: NSObject {
    let system: LocationSystem
    let generation: Int
    let number: Int

    /// Who is told; every change of it is answered with the authorization.
    open weak var delegate: (any CLLocationManagerDelegate)? {
        didSet { if delegate != nil { system.delegateWasSet(number, generation) } }
    }

    /// A manager of the current phone's process.
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

    // Settings

    /// How exact fixes should be.
    open var desiredAccuracy: CLLocationAccuracy {
        get { read(\.desiredAccuracy, kCLLocationAccuracyBest) }
        set { write(\.desiredAccuracy, newValue) }
    }

    /// How far the device must have moved for the next fix.
    open var distanceFilter: CLLocationDistance {
        get { read(\.distanceFilter, kCLDistanceFilterNone) }
        set { write(\.distanceFilter, newValue) }
    }

    /// Whether fixes come in the background; needs the background mode.
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

    /// Whether the system may stop fixes while the device does not move.
    open var pausesLocationUpdatesAutomatically: Bool {
        get { read(\.pausesAutomatically, true) }
        set { write(\.pausesAutomatically, newValue) }
    }

    /// Whether the status bar tells of fixes in the background.
    open var showsBackgroundLocationIndicator: Bool {
        get { read(\.showsIndicator, false) }
        set { write(\.showsIndicator, newValue) }
    }

    /// What the person is doing.
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
