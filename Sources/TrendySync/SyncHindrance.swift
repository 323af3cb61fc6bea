import TrendyModel
import TrendyStore
import TrendyWords

/// Why a run that would be due is not begun; what only a person can end comes first.
enum SyncHindrance: Sendable, CaseIterable {
    case needsSignIn, needsUpgrade, offline, serverWait, lowPower, sparedNetwork

    /// In words for people.
    var words: String {
        switch self {
        case .needsSignIn: Words.Sync.needsSignIn()
        case .needsUpgrade: Words.Sync.needsUpgrade()
        case .offline: Words.Sync.offline()
        case .serverWait: Words.Sync.busy()
        case .lowPower: Words.Sync.lowPower()
        case .sparedNetwork: Words.Sync.sparesNetwork()
        }
    }

    /// The kind of failure that it is like; `nil` when it is none.
    var failure: SyncFailure.Code? {
        switch self {
        case .needsSignIn: .needsSignIn
        case .needsUpgrade: .upgradeRequired
        case .offline: .offline
        case .serverWait: .busy
        case .lowPower, .sparedNetwork: nil
        }
    }
}

extension SyncSchedule {
    /// What is asked when the next run is looked for.
    struct Situation {
        var now: Instant
        var status: QueueStatus
        var history: History
        var conditions: SyncConditions

        /// Whether something stands in the way.
        func has(_ hindrance: SyncHindrance) -> Bool {
            switch hindrance {
            case .needsSignIn: history.obstacle == .needsSignIn
            case .needsUpgrade: history.obstacle == .needsUpgrade
            case .offline: !conditions.isOnline
            case .serverWait: status.serverWait(at: now) > .zero
            case .lowPower: conditions.isLowPower
            case .sparedNetwork: conditions.sparesNetwork
            }
        }

        /// The same without anything in the way.
        var free: Situation {
            var free = self
            free.history.obstacle = nil
            free.status.serverWaitUntil = nil
            free.conditions.isOnline = true
            free.conditions.isLowPower = false
            free.conditions.isExpensive = false
            free.conditions.isConstrained = false
            return free
        }
    }

    /// What to do next.
    func next(_ situation: Situation) -> Decision {
        next(
            now: situation.now,
            status: situation.status,
            history: situation.history,
            conditions: situation.conditions
        )
    }

    /// What keeps a run from being begun, which run that is, and when it would be; `nil` when
    /// nothing does.
    func hindrance(
        in situation: Situation
    ) -> (hindrance: SyncHindrance, trigger: SyncTrigger, after: Duration)? {
        guard let hindrance = SyncHindrance.allCases.first(where: { situation.has($0) }),
            case .run(let trigger, let wait) = next(situation.free)
        else { return nil }
        if case .run(_, let actual) = next(situation), actual <= wait { return nil }
        // What waits without a network is told at once.
        let isTold = hindrance == .offline && situation.status.pending > 0
        return (hindrance, trigger, isTold ? .zero : wait)
    }
}
