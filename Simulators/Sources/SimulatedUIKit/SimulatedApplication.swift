// SimulatedUIKit: how a test or a world drives what UIKit tells of a simulated phone.

@_exported public import SimulatedApplicationBehavior
public import SimulatedPhone
import Synchronization
import UIKit

extension Phone {
    /// The app of this phone, from the system's side.
    public var application: SimulatedApplication {
        SimulatedApplication(system: .of(self))
    }
}

/// The app of a phone, from the system's side.
///
/// What the person does with app and device is the ``Phone``'s.
public struct SimulatedApplication: Sendable {
    let system: ApplicationSystem

    /// How UIKit behaves where Apple's documentation leaves it open.
    public var behavior: ApplicationBehavior {
        get { system.state.withLock { $0.behavior } }
        nonmutating set { system.state.withLock { $0.behavior = newValue } }
    }

    /// The names of the time in the background that the app asked for and has not given back.
    public var backgroundTasks: [String] { system.grantNames }
}
