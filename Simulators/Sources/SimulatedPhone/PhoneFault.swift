public import Foundation
import Synchronization

/// A violation of a platform rule by the app.
public struct PhoneFault: Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault.
    public enum Kind: String, Sendable, Hashable {
        /// A second launch handler for an identifier; ends the process.
        case registeredTwice
        /// A launch handler registered after the launch; ends the process.
        case registeredLate
        /// A launch handler for an identifier that the property list does not permit.
        case registeredUnpermitted
        /// A request for an identifier that has no launch handler.
        case submittedUnregistered
        /// Launched for a task that has no launch handler; ends the process.
        case hadNoLaunchHandler
        /// A background task that was not completed after its expiration; ends the process.
        case taskNotCompleted
        /// A background task that was completed before.
        case taskCompletedTwice
        /// A background task without an expiration handler expired.
        case expiredWithoutHandler
        /// A background time assertion that was not ended in time; ends the process.
        case backgroundTimeNotEnded
        /// An unknown background time assertion: already ended or never granted.
        case endedUnknownBackgroundTime
        /// A resource that must not be held at suspension; ends the process (0xdead10cc).
        case heldWhileSuspended
    }

    /// The kind.
    public let kind: Kind
    /// The identifier or name concerned.
    public let detail: String
    /// The time.
    public let date: Date
    /// The number of the process.
    public let generation: Int

    /// A description for people.
    public var description: String { "\(kind.rawValue): \(detail)" }
}

extension Phone {
    /// The number of faults that are kept; later ones are only reported.
    static let faultLimit = 1000

    /// The faults of all processes so far, oldest first.
    public var faults: [PhoneFault] { state.withLock { $0.faults } }

    /// Called after each fault.
    public var onFault: (@Sendable (PhoneFault) -> Void)? {
        get { state.withLock { $0.onFault } }
        set { state.withLock { $0.onFault = newValue } }
    }

    /// Records a fault that the process survives.
    package func note(_ kind: PhoneFault.Kind, _ detail: String) {
        let now = timeline.now
        let (fault, hook) = state.withLock { state in
            let fault = PhoneFault(
                kind: kind,
                detail: detail,
                date: now,
                generation: state.generation
            )
            if state.faults.count < Self.faultLimit { state.faults.append(fault) }
            return (fault, state.onFault)
        }
        hook?(fault)
    }

    /// Records a fault for which the system ends the process.
    package func kill(_ kind: PhoneFault.Kind, _ detail: String) {
        note(kind, detail)
        end()
    }

    /// The phone whose app runs the calling code.
    package static func ofCaller(_ what: String) -> Phone {
        guard let phone = Phone.current else {
            preconditionFailure("\(what) needs a phone: call it inside of phone.run { }.")
        }
        return phone
    }
}
