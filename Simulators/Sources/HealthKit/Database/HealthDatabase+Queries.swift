import Foundation
import SimulatedHealthBehavior
import SimulatedPhone
import Synchronization

extension HealthDatabase {
    /// Executes a query of a process; no effect after the process has ended.
    func execute(_ query: HKQuery, generation: Int) {
        query.markExecuted()
        guard let phone, phone.isAlive(generation) else { return }
        if query.isLongRunning {
            state.withLock {
                $0.liveQueries.append(LiveQuery(query: query, generation: generation))
            }
        }
        query.start(in: self, generation: generation)
    }

    /// Stops a query; it receives no further updates.
    func stop(_ query: HKQuery) {
        query.markStopped()
        state.withLock { state in
            if let place = state.place(of: query) { state.liveQueries.remove(at: place) }
        }
    }

    /// Schedules the calls that a change requires.
    func make(_ calls: HealthState.Calls) {
        for live in calls.queries { schedule(live) }
        for type in calls.types { planWake(type) }
    }

    private func schedule(_ live: LiveQuery) {
        let behavior = behavior
        phone?.deliver(
            to: live.generation,
            after: behavior.observerDelay + randomness.span(upTo: behavior.jitter)
        ) {
            self.call(live.query, generation: live.generation)
        }
    }

    /// Delivers changes to a query; in the background the call and its changes wait.
    private func call(_ query: HKQuery, generation: Int) {
        let isForeground = phone?.process == .foreground
        let pending: (types: Set<HKSampleType>, wakes: [WakeID])? = state.withLock { state in
            guard let place = state.place(of: query) else { return nil }
            state.liveQueries[place].isScheduled = false
            guard isForeground || state.behavior.callsObserversInBackground else { return nil }
            let types = state.liveQueries[place].dirty
            state.liveQueries[place].dirty = []
            guard query is HKObserverQuery else { return (types, []) }
            for type in types { state.registrations[type.identifier]?.isPending = false }
            // A wake in progress has nothing left to deliver; this call replaces it.
            let identifiers = types.map(\.identifier).sorted()
            return (types, identifiers.compactMap { state.openCompletion(of: $0) })
        }
        guard let pending, !pending.types.isEmpty, !query.isStopped else { return }
        let completion = completion(of: pending.wakes, generation: generation)
        query.update(
            QueryChange(types: pending.types, completion: completion),
            in: self,
            generation: generation
        )
    }

    /// The first call of an observer, directly after its execution.
    ///
    /// In a process that was launched for it, the system waits for the completion of this call.
    func observeInitially(_ query: HKObserverQuery, generation: Int) {
        request(generation) { database in
            guard database.phone?.hasUnlockedSinceBoot == true else {
                throw HKError(
                    .errorDatabaseInaccessible,
                    "The device has not been unlocked since it started."
                )
            }
            try database.state.withLock { state in
                for scope in query.scopes {
                    // (unverified): the code; background delivery refuses correlations so.
                    if scope.type is HKCorrelationType {
                        throw HKError(
                            .errorInvalidArgument,
                            "\(scope.type.identifier) cannot be observed: observe its samples."
                        )
                    }
                    _ = try state.visibility(of: scope.type)
                }
            }
        } reply: { result in
            guard !query.isStopped else { return }
            if case .failure(let error) = result {
                self.stop(query)
                return query.fail(error)
            }
            let types = Set(query.scopes.map(\.type))
            let wakes = self.state.withLock { state -> [WakeID] in
                guard let place = state.place(of: query) else { return [] }
                state.liveQueries[place].dirty = []
                return types.compactMap { state.openCompletion(of: $0.identifier) }
            }
            let completion = self.completion(of: wakes, generation: generation)
            let change = QueryChange(types: types, completion: completion)
            query.update(change, in: self, generation: generation)
        }
    }

    /// Calls the queries that missed changes while the app was not in the foreground.
    func catchUp() {
        let calls = state.withLock { state in
            var calls = HealthState.Calls()
            for index in state.liveQueries.indices {
                guard !state.liveQueries[index].dirty.isEmpty,
                    !state.liveQueries[index].isScheduled
                else { continue }
                state.liveQueries[index].isScheduled = true
                calls.queries.append(state.liveQueries[index])
            }
            return calls
        }
        make(calls)
    }
}
