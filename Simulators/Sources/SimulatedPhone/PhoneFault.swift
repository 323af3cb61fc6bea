public import Foundation
import Synchronization

/// Something that an app did and must not do.
public struct PhoneFault: Sendable, Hashable, CustomStringConvertible {
    /// What it was.
    public enum Kind: String, Sendable, Hashable {
        /// A launch handler for an identifier that has one; ends the process.
        case registeredTwice
        /// A launch handler after the launch; ends the process.
        case registeredLate
        /// A launch handler for an identifier that the property list does not permit.
        case registeredUnpermitted
        /// A request for an identifier that has no launch handler.
        case submittedUnregistered
        /// Launched for a task that has no launch handler; ends the process.
        case hadNoLaunchHandler
        /// A background task that was told to end, and was not completed; ends the process.
        case taskNotCompleted
        /// A background task that was over.
        case taskCompletedTwice
        /// A background task that could not be told to end.
        case expiredWithoutHandler
        /// Background time that was not given back; ends the process.
        case backgroundTimeNotEnded
        /// Background time that nobody has: given back already, or never granted.
        case endedUnknownBackgroundTime
        /// Something held that must not be while the process is suspended; ends it (0xdead10cc).
        case heldWhileSuspended
    }

    /// What it was.
    public let kind: Kind
    /// Of what: an identifier, a name.
    public let detail: String
    /// When.
    public let date: Date
    /// In which process.
    public let generation: Int

    /// For people.
    public var description: String { "\(kind.rawValue): \(detail)" }
}

extension Phone {
    /// Faults that are kept; later ones are only told.
    static let faultLimit = 1000

    /// What the app did wrong, oldest first; of each process that ever ran.
    public var faults: [PhoneFault] { state.withLock { $0.faults } }

    /// Called after each fault.
    public var onFault: (@Sendable (PhoneFault) -> Void)? {
        get { state.withLock { $0.onFault } }
        set { state.withLock { $0.onFault = newValue } }
    }

    /// Notes a fault that the process survives.
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

    /// Notes a fault that the system ends the process for.
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
