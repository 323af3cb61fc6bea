import Foundation

/// A query of the process that hears of changes.
struct LiveQuery {
    let query: HKQuery
    let generation: Int
    /// What changed since it was told last.
    var dirty: Set<HKSampleType> = []
    /// Whether a call is under way.
    var isScheduled = false

    /// Whether a change concerns it.
    func wants(_ sample: HKSample, in state: borrowing HealthState) -> Bool {
        query.scopes.contains {
            $0.type.identifier == sample.sampleType.identifier && state.matches(sample, $0.filter)
        }
    }
}

/// A type for whose changes the app wants to be woken.
struct Registration {
    /// A wake that was not answered yet.
    struct Wake {
        let number: Int
        /// Completion handlers that were not called yet.
        var open = 0
    }

    let type: HKObjectType
    var frequency: HKUpdateFrequency
    /// Whether something changed since the last wake.
    var isPending = false
    /// Whether the next wake has its time.
    var isScheduled = false
    var token = 0
    var lastWake: Date?
    var retryAt: Date?
    var wake: Wake?
    var strikes = 0
    /// Whether the system gave up on the app.
    var isStopped = false

    /// The least time between two wakes, in seconds.
    func interval(isCapped: Bool) -> TimeInterval {
        let asked: TimeInterval =
            switch frequency {
            case .immediate: 0
            case .hourly: 3600
            case .daily: 86_400
            case .weekly: 604_800
            }
        return isCapped ? max(asked, 3600) : asked
    }
}

extension HealthState {
    /// What must be scheduled after a change.
    struct Calls {
        var queries: [LiveQuery] = []
        var types: [String] = []
    }

    /// Notes who must hear of changes.
    mutating func note(_ changes: [SampleChange]) -> Calls {
        var pending: Set<String> = []
        var touched: Set<ObjectIdentifier> = []
        for change in changes {
            let type = change.sample.sampleType
            guard let visibility = try? visibility(of: type) else {
                // Never asked for: the app does not learn that there is something.
                continue
            }
            guard isVisible(change.sample, visibility) else { continue }
            if registrations[type.identifier] != nil { pending.insert(type.identifier) }
            for index in liveQueries.indices where !liveQueries[index].dirty.contains(type) {
                guard liveQueries[index].wants(change.sample, in: self) else { continue }
                liveQueries[index].dirty.insert(type)
                touched.insert(ObjectIdentifier(liveQueries[index].query))
            }
        }
        var calls = Calls()
        for index in liveQueries.indices
        where touched.contains(ObjectIdentifier(liveQueries[index].query)) {
            if !liveQueries[index].isScheduled { calls.queries.append(liveQueries[index]) }
            liveQueries[index].isScheduled = true
        }
        for type in pending.sorted() {
            registrations[type]?.isPending = true
            calls.types.append(type)
        }
        return calls
    }

    func place(of query: HKQuery) -> Int? {
        liveQueries.firstIndex { $0.query === query }
    }
}
