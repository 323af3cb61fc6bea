import TrendyModel
import TrendyStore

/// A condition that postpones a due run, by precedence; only the person can end the first two.
enum SyncBlocker: Sendable, CaseIterable {
    case needsSignIn, needsUpgrade, offline, serverWait, lowPower, restrictedNetwork

    /// The reason that the sync history stores.
    var reason: FailureReason {
        switch self {
        case .needsSignIn: .sessionEnded
        case .needsUpgrade: .upgradeRequired
        case .offline: .offline
        case .serverWait: .serverBusy
        case .lowPower: .lowPower
        case .restrictedNetwork: .restrictedNetwork
        }
    }

    /// The code of the failure that a run would end with; `nil` when a run could succeed.
    var failure: SyncFailure.Code? {
        switch self {
        case .needsSignIn: .needsSignIn
        case .needsUpgrade: .upgradeRequired
        case .offline: .offline
        case .serverWait: .busy
        case .lowPower, .restrictedNetwork: nil
        }
    }
}

extension SyncSchedule {
    /// The inputs of a scheduling decision.
    struct Inputs {
        var now: Instant
        var status: QueueStatus
        var history: History
        var conditions: SyncConditions

        /// Whether a blocker is present.
        func has(_ blocker: SyncBlocker) -> Bool {
            switch blocker {
            case .needsSignIn: history.blocker == .needsSignIn
            case .needsUpgrade: history.blocker == .needsUpgrade
            case .offline: !conditions.isOnline
            case .serverWait: status.serverWait(at: now) > .zero
            case .lowPower: conditions.isLowPower
            case .restrictedNetwork: conditions.isNetworkRestricted
            }
        }

        /// The inputs without any blocker.
        var unblocked: Inputs {
            var inputs = self
            inputs.history.blocker = nil
            inputs.status.serverWaitUntil = nil
            inputs.conditions.isOnline = true
            inputs.conditions.isLowPower = false
            inputs.conditions.isExpensive = false
            inputs.conditions.isConstrained = false
            return inputs
        }
    }

    /// The next decision.
    func next(_ inputs: Inputs) -> Decision {
        next(
            now: inputs.now,
            status: inputs.status,
            history: inputs.history,
            conditions: inputs.conditions
        )
    }

    /// The first blocker that postpones a run, with the trigger of that run and the time until it
    /// would be due; `nil` when no run is postponed.
    func blocker(
        in inputs: Inputs
    ) -> (blocker: SyncBlocker, trigger: SyncTrigger, after: Duration)? {
        guard let blocker = SyncBlocker.allCases.first(where: { inputs.has($0) }),
            case .run(let trigger, let wait) = next(inputs.unblocked)
        else { return nil }
        if case .run(_, let actual) = next(inputs), actual <= wait { return nil }
        // Pending mutations without a network are reported at once.
        let isPendingOffline = blocker == .offline && inputs.status.pending > 0
        return (blocker, trigger, isPendingOffline ? .zero : wait)
    }
}
