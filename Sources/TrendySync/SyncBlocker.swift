import TrendyLocalization
import TrendyModel
import TrendyStore

/// Why a run that would be due is not begun; what only a person can end comes first.
enum SyncBlocker: Sendable, CaseIterable {
    case needsSignIn, needsUpgrade, offline, serverWait, lowPower, restrictedNetwork

    /// In words for people.
    var text: String {
        switch self {
        case .needsSignIn: Strings.Sync.needsSignIn()
        case .needsUpgrade: Strings.Sync.needsUpgrade()
        case .offline: Strings.Sync.offline()
        case .serverWait: Strings.Sync.busy()
        case .lowPower: Strings.Sync.lowPower()
        case .restrictedNetwork: Strings.Sync.networkRestricted()
        }
    }

    /// The kind of failure that it is like; `nil` when it is none.
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
    /// What is asked when the next run is looked for.
    struct Inputs {
        var now: Instant
        var status: QueueStatus
        var history: History
        var conditions: SyncConditions

        /// Whether something stands in the way.
        func has(_ hindrance: SyncBlocker) -> Bool {
            switch hindrance {
            case .needsSignIn: history.blocker == .needsSignIn
            case .needsUpgrade: history.blocker == .needsUpgrade
            case .offline: !conditions.isOnline
            case .serverWait: status.serverWait(at: now) > .zero
            case .lowPower: conditions.isLowPower
            case .restrictedNetwork: conditions.isNetworkRestricted
            }
        }

        /// The same without anything in the way.
        var free: Inputs {
            var free = self
            free.history.blocker = nil
            free.status.serverWaitUntil = nil
            free.conditions.isOnline = true
            free.conditions.isLowPower = false
            free.conditions.isExpensive = false
            free.conditions.isConstrained = false
            return free
        }
    }

    /// What to do next.
    func next(_ situation: Inputs) -> Decision {
        next(
            now: situation.now,
            status: situation.status,
            history: situation.history,
            conditions: situation.conditions
        )
    }

    /// What keeps a run from being begun, which run that is, and when it would be; `nil` when
    /// nothing does.
    func blocker(
        in situation: Inputs
    ) -> (hindrance: SyncBlocker, trigger: SyncTrigger, after: Duration)? {
        guard let hindrance = SyncBlocker.allCases.first(where: { situation.has($0) }),
            case .run(let trigger, let wait) = next(situation.free)
        else { return nil }
        if case .run(_, let actual) = next(situation), actual <= wait { return nil }
        // What waits without a network is told at once.
        let isManual = hindrance == .offline && situation.status.pending > 0
        return (hindrance, trigger, isManual ? .zero : wait)
    }
}
