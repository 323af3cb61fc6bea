import Foundation

/// A long-running query of the process.
struct LiveQuery {
    let query: HKQuery
    let generation: Int
    /// The types that changed since its last call.
    var dirty: Set<HKSampleType> = []
    /// Whether a call is scheduled.
    var isScheduled = false

    /// Whether the query matches a change.
    func wants(_ sample: HKSample, in state: borrowing HealthState) -> Bool {
        query.scopes.contains {
            $0.type.identifier == sample.sampleType.identifier && state.matches(sample, $0.filter)
        }
    }
}

/// A type with background delivery.
struct Registration {
    /// A wake without completion so far.
    struct Wake {
        let number: Int
        /// The number of completion handlers that have not been called yet.
        var open = 0
    }

    let type: HKObjectType
    var frequency: HKUpdateFrequency
    /// Whether something changed since the last wake.
    var isPending = false
    /// Whether the next wake is scheduled.
    var isScheduled = false
    var token = 0
    var lastWake: Date?
    var retryAt: Date?
    var wake: Wake?
    var strikes = 0
    /// Whether the system has stopped waking the app.
    var isStopped = false

    /// The shortest interval between wakes in seconds.
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
    /// The calls that a change requires.
    struct Calls {
        var queries: [LiveQuery] = []
        var types: [String] = []
    }

    /// Determines the calls that changes require.
    mutating func note(_ changes: [SampleChange]) -> Calls {
        var pending: Set<String> = []
        var touched: Set<ObjectIdentifier> = []
        let summaryQueries = liveQueries.indices.filter {
            liveQueries[$0].query is HKActivitySummaryQuery
        }
        for change in changes {
            let type = change.sample.sampleType
            // Summaries have an authorization of their own.
            for index in summaryQueries where !liveQueries[index].dirty.contains(type) {
                guard liveQueries[index].query.scopes.contains(where: { $0.type == type }) else {
                    continue
                }
                liveQueries[index].dirty.insert(type)
                touched.insert(ObjectIdentifier(liveQueries[index].query))
            }
            guard let visibility = try? visibility(of: type) else {
                // Never requested: the app does not learn that data exists.
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
