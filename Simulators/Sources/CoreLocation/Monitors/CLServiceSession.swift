import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

/// Says that the app needs the location for what it is doing, and how much of it.
///
/// It ends with ``invalidate()``, when nobody holds it any more, or with the process.
@available(iOS 18.0, *)
public final class CLServiceSession: Sendable {
    /// What the app needs to be allowed; the person is asked for it.
    public enum AuthorizationRequirement: Hashable, Sendable {
        /// What it has.
        case none
        /// While it is in use.
        case whenInUse
        /// At any time.
        case always
    }

    private let system: LocationSystem
    private let number: Int

    /// Begins to need the location; asks the person if that is possible.
    public init(authorization: AuthorizationRequirement) {
        let phone = currentPhone("CLServiceSession(authorization:)")
        let system = LocationSystem.of(phone)
        let number = system.state.withLock { $0.nextNumber() }
        self.system = system
        self.number = number
        system.change { state, circumstances in
            guard circumstances.process != .notRunning else { return }
            state.sessions[number] = authorization
            state.outbox.append(.flush)
        }
        system.request(phone.generation) { state, circumstances in
            switch authorization {
            case .none: break
            case .whenInUse: state.requestWhenInUse(circumstances)
            case .always: state.requestAlways(circumstances)
            }
        }
    }

    deinit {
        invalidate()
    }

    /// The app does not need it any more.
    public func invalidate() {
        let number = number
        system.change { state, _ in state.sessions[number] = nil }
    }
}
