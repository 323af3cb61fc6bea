import Foundation

/// A circle that the system monitors: a region of the app or a condition of a monitor.
struct Fence: Sendable {
    struct Key: Hashable, Sendable {
        /// The name of the monitor; `nil` for a region.
        var monitor: String?
        var identifier: String
    }

    /// The next crossing, as far as the walk is known.
    struct Plan: Sendable {
        /// The time at which the person has been on the other side for long enough.
        var confirmed: Date
        /// The time at which the crossing is reported.
        var due: Date
    }

    let key: Key
    var region: RegionValue
    /// The time at which monitoring starts.
    var startsAt: Date
    /// The manager that registered it.
    var manager: Int?
    /// The believed state, which is the only one that apps receive.
    var belief = CLRegionState.unknown
    /// Whether its first state was reported.
    var isStarted = false
    /// Whether the plan belongs to the current walk.
    var isPlanned = false
    /// The start of the search for the next crossing.
    var from: Date
    var plan: Plan?
    /// Whether a crossing was missed, so that the person must return before the next one is
    /// detected.
    var awaitsReturn = false
    var returnsAt: Date?
    var condition: Condition?

    /// The properties of monitor conditions.
    struct Condition: Sendable {
        let value: any CLCondition
        /// The state that the app already knows.
        var assumed: CLMonitor.Event.State
        var lastEvent: CLMonitor.Event
        /// The reported reason why it is not monitored.
        var diagnosis = Diagnosis()
        /// Whether it was refused permanently.
        var isRefused = false
    }

    /// Whether it occupies one of the app's slots.
    var takesSlot: Bool { condition?.isRefused != true }

    mutating func forgetPlan() {
        plan = nil
        isPlanned = false
    }

    /// Orders smaller circles first.
    func isBefore(_ other: Fence) -> Bool {
        (region.circle.radius, key.identifier, key.monitor ?? "")
            < (other.region.circle.radius, other.key.identifier, other.key.monitor ?? "")
    }
}

/// The reasons why a condition is not monitored.
struct Diagnosis: Sendable, Hashable {
    var authorizationDenied = false
    var authorizationDeniedGlobally = false
    var authorizationRestricted = false
    var insufficientlyInUse = false
    var accuracyLimited = false
    var conditionUnsupported = false
    var conditionLimitExceeded = false
    var persistenceUnavailable = false
    var serviceSessionRequired = false
    var authorizationRequestInProgress = false

    var isClear: Bool { self == Diagnosis() }
}

extension Side {
    var state: CLRegionState { self == .inside ? .inside : .outside }
}

extension CLRegionState {
    var monitorState: CLMonitor.Event.State {
        switch self {
        case .unknown: .unknown
        case .inside: .satisfied
        case .outside: .unsatisfied
        }
    }
}
