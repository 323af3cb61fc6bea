import Synchronization
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

extension OnboardingStatusService {
    /// The longest single sleep; a clock that jumps is noticed after it.
    private static let maximumSleep = Duration.seconds(3600)

    private enum Job {
        case fetchStatus
        case send(Document, any OnboardingTransport, OnboardingOwner)
    }

    /// Requests the server's status once and sends queued changes, until the task is cancelled.
    package func run() async {
        await run(clock: dependencies.clock)
    }

    private func run(clock: some Clock<Duration>) async {
        while !Task.isCancelled {
            state.withLock { $0.isSyncRequested = false }
            do {
                try storeMergedRecord()
            } catch {
                // A disk error is retried later; the data to merge is still in its previous
                // place.
            }
            while !Task.isCancelled, let job = nextJob() { await work(on: job) }
            let pause = state.withLock { $0.pause }
            let isOver = await sleep(min(pause ?? Self.maximumSleep, Self.maximumSleep), clock)
            if isOver { state.withLock { $0.pause = nil } }
        }
    }

    private func nextJob() -> Job? {
        state.withLock { state in
            guard let transport = state.transport, state.pause == nil else { return nil }
            if state.next == nil {
                let actions = state.machine.received(.delayElapsed)
                state.note(actions, dependencies.random)
            }
            if let change = state.next {
                state.next = nil
                return .send(change, transport, state.machine.owner)
            }
            // The response to a change contains the status as well.
            guard !state.hasFetchedStatus, !state.isFetchingStatus, !state.machine.needsSignIn
            else { return nil }
            return .fetchStatus
        }
    }

    private func work(on job: Job) async {
        switch job {
        case .fetchStatus:
            let owner = self.owner
            do {
                try await fetchStatus()
            } catch {
                failed(nil, error, owner)
            }
        case .send(let change, let transport, let owner):
            do {
                let status = try await transport.update(change)
                _ = try received(.sent(change, status), of: owner)
                state.withLock { state in
                    if state.machine.owner == owner { state.hasFetchedStatus = true }
                }
            } catch {
                failed(change, error, owner)
            }
        }
    }

    private func failed(_ change: Document?, _ error: any Error, _ owner: OnboardingOwner) {
        let failure = Self.failure(error)
        state.withLock { state in
            guard owner == state.machine.owner else { return }
            // A server that does not support the request will not support it a minute later.
            if change == nil, failure == .refused { state.hasFetchedStatus = true }
            // These actions store nothing, so they cannot fail.
            let actions = state.machine.received(.failed(change, failure))
            state.note(actions, dependencies.random)
        }
    }

    private static func failure(_ error: any Error) -> OnboardingStateMachine.Failure {
        guard let failure = error as? SyncFailure else { return .later(nil) }
        switch failure.code {
        case .needsSignIn: return .needsSignIn
        case .refused where (failure.problem?.status ?? 500) < 500: return .refused
        default: return .later(failure.retryAfter)
        }
    }

    /// Sleeps until the time elapses or a sync is requested.
    ///
    /// - Returns: whether the time elapsed.
    private func sleep(_ span: Duration, _ clock: some Clock<Duration>) async -> Bool {
        let task = state.withLock { state -> Task<Void, any Error>? in
            guard !state.isSyncRequested else { return nil }
            // Owned here: it is awaited below, and `requestSync` cancels it.
            let task = Task { try await clock.sleep(for: span) }
            state.sleeping = task
            return task
        }
        guard let task else { return false }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        state.withLock { $0.sleeping = nil }
        if case .success = result { return true }
        return false
    }
}
