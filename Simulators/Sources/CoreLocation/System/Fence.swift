import Foundation

/// A circle that the system watches: a region of the app, or a condition of a monitor.
struct Fence: Sendable {
    struct Key: Hashable, Sendable {
        /// The name of the monitor; `nil` for a region.
        var monitor: String?
        var identifier: String
    }

    /// The next crossing, as far as the person's walk is known.
    struct Plan: Sendable {
        /// When the person has been on the other side for long enough.
        var confirmed: Date
        /// When it is reported.
        var due: Date
    }

    let key: Key
    var region: RegionValue
    /// When the system begins to watch it.
    var startsAt: Date
    /// Who registered it.
    var manager: Int?
    /// What the system believes; apps are told no other state.
    var belief = CLRegionState.unknown
    /// Whether its first state was reported.
    var isStarted = false
    /// Whether the plan is that of the present walk.
    var isPlanned = false
    /// From when on the next crossing is looked for.
    var from: Date
    var plan: Plan?
    /// Whether a crossing was missed, so that the person must come back before the next is seen.
    var awaitsReturn = false
    var returnsAt: Date?
    var condition: Condition?

    /// What only conditions of monitors have.
    struct Condition: Sendable {
        let value: any CLCondition
        /// The state of which the app need not be told.
        var assumed: CLMonitor.Event.State
        var lastEvent: CLMonitor.Event
        /// Why it is not watched, as the app was told.
        var diagnosis = Diagnosis()
        /// Whether it was refused for good.
        var isRefused = false
    }

    /// Whether it takes one of the app's slots.
    var takesSlot: Bool { condition?.isRefused != true }

    mutating func forgetPlan() {
        plan = nil
        isPlanned = false
    }

    /// Smaller ones come first.
    func isBefore(_ other: Fence) -> Bool {
        (region.circle.radius, key.identifier, key.monitor ?? "")
            < (other.region.circle.radius, other.key.identifier, other.key.monitor ?? "")
    }
}

/// Why a condition is not watched.
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
