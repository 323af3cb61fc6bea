import Foundation
import SimulatedHealthBehavior
import SimulatedPhone
import Synchronization

extension HealthDatabase {
    /// Schedules the next wake for a type, if one is needed.
    func planWake(_ type: String) {
        let now = timeline.now
        let plan: (delay: Duration, token: Int)? = state.withLock { state in
            guard var registration = state.registrations[type], registration.isPending,
                !registration.isScheduled, !registration.isStopped, registration.wake == nil
            else { return nil }
            let behavior = state.behavior
            let interval = registration.interval(isCapped: behavior.hourlyCapped.contains(type))
            let soonest =
                behavior.observerDelay + randomness.span(upTo: behavior.wakeDelay)
            let due = max(
                now.addingTimeInterval(soonest.seconds),
                registration.lastWake?.addingTimeInterval(interval) ?? .distantPast,
                registration.retryAt ?? .distantPast
            )
            registration.isScheduled = true
            registration.token = state.nextNumber()
            state.registrations[type] = registration
            return (
                .milliseconds(Int64((due.timeIntervalSince(now) * 1000).rounded(.up))),
                registration.token
            )
        }
        guard let plan else { return }
        timeline.schedule(after: plan.delay) { self.wake(type, token: plan.token) }
    }

    /// Schedules wakes for all types, after an obstacle may have ended.
    func planWakes() {
        for type in state.withLock({ $0.registrations.keys.sorted() }) { planWake(type) }
    }

    private func wake(_ type: String, token: Int) {
        guard let phone else { return }
        let now = timeline.now
        let process = phone.process
        let isAllowed = mayWake(phone)
        let number: Int? = state.withLock { state in
            guard var registration = state.registrations[type], registration.token == token else {
                return nil
            }
            registration.isScheduled = false
            defer { state.registrations[type] = registration }
            guard registration.isPending, isAllowed else { return nil }
            let observers = state.liveQueries.filter { state.observes($0, type) }
            let wereCalled = observers.allSatisfy { live in
                !live.dirty.contains { $0.identifier == type }
            }
            if process == .foreground || (!observers.isEmpty && wereCalled) {
                // Existing observers have been called or are about to be.
                registration.isPending = false
                return nil
            }
            registration.isPending = false
            registration.lastWake = now
            registration.retryAt = nil
            let wake = Registration.Wake(number: state.nextNumber())
            registration.wake = wake
            state.counters.backgroundWakes += 1
            state.counters.wakes[type, default: 0] += 1
            return wake.number
        }
        guard let number else { return }
        let wake = WakeID(type: type, number: number)
        timeline.schedule(after: behavior.completionDeadline) { self.checkCompletion(wake) }
        guard process != .notRunning else { return phone.requestLaunch(.healthKit) }
        phone.allowBackgroundTime()
        let generation = phone.generation
        phone.deliver(to: generation, after: randomness.span(upTo: behavior.jitter)) {
            self.callObservers(of: wake, generation: generation)
        }
    }

    private func mayWake(_ phone: Phone) -> Bool {
        let (behavior, isAllowed) = state.withLock { ($0.behavior, $0.systemAllowsWakes) }
        return isAllowed && phone.isPoweredOn && phone.hasUnlockedSinceBoot
            && (behavior.wakesAfterForceQuit || !phone.wasForceQuit)
            && (behavior.wakesWithoutBackgroundRefresh || phone.isBackgroundRefreshOn)
            && (behavior.wakesInLowPowerMode || !phone.isLowPowerModeOn)
            && (behavior.wakesWhileLocked || !phone.isLocked)
    }

    private func callObservers(of wake: WakeID, generation: Int) {
        let observers: [(query: HKQuery, types: Set<HKSampleType>)] = state.withLock { state in
            guard state.registrations[wake.type]?.wake?.number == wake.number else { return [] }
            var observers: [(query: HKQuery, types: Set<HKSampleType>)] = []
            var hasListeners = false
            for index in state.liveQueries.indices
            where state.observes(state.liveQueries[index], wake.type) {
                hasListeners = true
                let types = state.liveQueries[index].dirty.filter { $0.identifier == wake.type }
                guard !types.isEmpty else { continue }
                state.liveQueries[index].dirty.subtract(types)
                _ = state.openCompletion(of: wake.type)
                observers.append((state.liveQueries[index].query, types))
            }
            // While the process ran for another reason its observers were called, so no completion
            // is pending.
            if hasListeners, observers.isEmpty { state.registrations[wake.type]?.wake = nil }
            return observers
        }
        for (query, types) in observers where !query.isStopped {
            let completion = completion(of: [wake], generation: generation)
            query.update(
                QueryChange(types: types, completion: completion),
                in: self,
                generation: generation
            )
        }
    }

    /// The completion handler of wakes; a second call has no effect.
    func completion(of wakes: [WakeID], generation: Int) -> @Sendable () -> Void {
        guard !wakes.isEmpty else { return {} }
        let once = OneShot()
        let beginning = timeline.now
        return { [weak self] in
            guard once.take(), let self, phone?.isAlive(generation) == true else { return }
            let span = timeline.now.timeIntervalSince(beginning)
            for wake in wakes { answer(wake, after: span) }
        }
    }

    private func answer(_ wake: WakeID, after span: TimeInterval) {
        let onAnswer = state.withLock { state in
            let isAwaited = state.registrations[wake.type]?.wake?.number == wake.number
            return isAwaited ? state.onAnswer : nil
        }
        onAnswer?(wake.type, span)
        state.withLock { state in
            state.counters.openCompletions -= 1
            guard state.registrations[wake.type]?.wake?.number == wake.number else { return }
            state.registrations[wake.type]?.wake?.open -= 1
            guard state.registrations[wake.type]?.wake?.open == 0 else { return }
            state.registrations[wake.type]?.wake = nil
            if state.behavior.answeringClearsStrikes {
                state.registrations[wake.type]?.strikes = 0
            }
        }
        planWake(wake.type)
    }

    /// Checks that a wake was completed in time.
    private func checkCompletion(_ wake: WakeID) {
        let now = timeline.now
        let isOn = phone?.isPoweredOn == true
        let onStrike: (@Sendable (String) -> Void)? = state.withLock { state in
            guard state.registrations[wake.type]?.wake?.number == wake.number else { return nil }
            state.registrations[wake.type]?.wake = nil
            state.registrations[wake.type]?.isPending = true
            for index in state.liveQueries.indices
            where state.observes(state.liveQueries[index], wake.type) {
                for scope in state.liveQueries[index].query.scopes
                where scope.type.identifier == wake.type {
                    state.liveQueries[index].dirty.insert(scope.type)
                }
            }
            guard isOn else { return nil }
            state.strike(wake.type, at: now)
            return state.onStrike
        }
        planWake(wake.type)
        onStrike?(wake.type)
    }
}
