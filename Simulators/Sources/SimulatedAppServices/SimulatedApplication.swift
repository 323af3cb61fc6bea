// SimulatedAppServices: the control surfaces of a simulated phone's UIKit, background tasks and
// notifications.

@_exported public import SimulatedPhone
import Synchronization
import UIKit

extension Phone {
    /// The control surface of this phone's app.
    public var application: SimulatedApplication {
        SimulatedApplication(system: .of(self))
    }
}

/// Controls the system side of a phone's app.
///
/// The person's actions with the app and the device belong to the ``Phone``.
public struct SimulatedApplication: Sendable {
    let system: ApplicationSystem

    /// Settings of UIKit where Apple's documentation is open.
    public var behavior: ApplicationBehavior {
        get { system.state.withLock { $0.behavior } }
        nonmutating set { system.state.withLock { $0.behavior = newValue } }
    }

    /// The names of the app's active background time assertions.
    public var backgroundTasks: [String] { system.grantNames }
}
