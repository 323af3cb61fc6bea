import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

/// Declares that the app needs location access, and how much.
///
/// It ends with ``invalidate()``, on deinitialization, or with the process.
@available(iOS 18.0, *)
public final class CLServiceSession: Sendable {
    /// The required authorization; the person is prompted for it.
    public enum AuthorizationRequirement: Hashable, Sendable {
        /// No further authorization.
        case none
        /// Access while the app is in use.
        case whenInUse
        /// Access at any time.
        case always
    }

    private let system: LocationSystem
    private let number: Int

    /// Begins a session; prompts the person if possible.
    public init(authorization: AuthorizationRequirement) {
        let phone = currentPhone("CLServiceSession(authorization:)")
        let system = LocationSystem.of(phone)
        let number = system.state.withLock { $0.nextNumber() }
        self.system = system
        self.number = number
        system.change { state, device in
            guard device.process != .notRunning else { return }
            state.sessions[number] = authorization
            state.outbox.append(.flush)
        }
        system.request(phone.generation) { state, device in
            switch authorization {
            case .none: break
            case .whenInUse: state.requestWhenInUse(device)
            case .always: state.requestAlways(device)
            }
        }
    }

    deinit {
        invalidate()
    }

    /// Ends the session.
    public func invalidate() {
        let number = number
        system.change { state, _ in state.sessions[number] = nil }
    }
}
