import Synchronization
import TrendyKit
package import TrendyModel
package import TrendySync
package import TrendyWire

/// Stores the onboarding status on this device and syncs it with the server.
///
/// Progress is stored synchronously before each call returns; ``run()`` sends it when it can. The
/// onboarding therefore works offline to the end, and a force-quit loses no step.
package final class OnboardingStatusService: Sendable {
    private let cache: OnboardingStatusCache
    let dependencies: Dependencies
    let state = Mutex(OnboardingState())

    /// Creates a service over a cache.
    ///
    /// No owner is open until ``open(_:)``.
    package init(cache: OnboardingStatusCache, dependencies: Dependencies) {
        self.cache = cache
        self.dependencies = dependencies
    }

    /// The current owner.
    package var owner: OnboardingOwner { state.withLock { $0.machine.owner } }

    /// The current position in the onboarding.
    package var place: OnboardingPlace { state.withLock { $0.machine.place } }

    /// The current record.
    package var record: OnboardingRecord { state.withLock { $0.machine.record } }

    /// Whether unsent changes wait for the person to sign in again.
    package var needsSignIn: Bool { state.withLock { $0.machine.needsSignIn } }

    /// Opens the record of an owner; reads, and writes nothing.
    ///
    /// An account takes over the record from before the sign-in, and the completion flag of earlier
    /// versions.
    ///
    /// - Returns: the stored record with the data taken over.
    @discardableResult
    package func open(_ owner: OnboardingOwner) -> OnboardingStatusCache.Reading {
        var reading = cache.read(owner)
        var isUnstored = false
        if owner.isSignedIn {
            if reading == .missing, cache.hasLegacyFlag {
                var record = OnboardingRecord()
                record.apply(OnboardingStatus.completion)
                (reading, isUnstored) = (.record(record), true)
            }
            if case .record(let other) = cache.read(.anonymous) {
                var record = reading.record ?? OnboardingRecord()
                record.mergeAnonymous(other)
                (reading, isUnstored) = (.record(record), true)
            }
        }
        let record = reading.record ?? OnboardingRecord()
        state.withLock { state in
            state.replaceMachine(with: OnboardingStateMachine(owner: owner, record: record))
            state.isUnstored = isUnstored
            state.requestSync()
        }
        return reading
    }

    /// Whether anyone completed the onboarding on this device.
    package func wasCompletedOnDevice() -> Bool { cache.wasCompletedOnDevice() }

    /// Sets the connection to an account's status; it is used while that account is the owner.
    package func connect(_ transport: any OnboardingTransport, of account: EntityID) {
        state.withLock { state in
            state.connection = (account, transport)
            state.requestSync()
        }
    }

    /// Records the sign-in of the current account and resumes sending.
    ///
    /// - Throws: ``KeyValueError`` when it could not be stored; nothing has changed then.
    package func signedIn() throws {
        _ = try received(.signedIn(dependencies.wallClock.now()))
        try storeMergedRecord()
    }

    /// Records that a step was completed or skipped.
    ///
    /// For a permission, use ``answer(_:_:)``.
    ///
    /// - Returns: the new position in the onboarding.
    /// - Throws: ``KeyValueError`` when it could not be stored; nothing has changed then.
    package func complete(_ step: OnboardingStep) throws -> OnboardingPlace {
        try received(.completed(step, dependencies.wallClock.now()))
    }

    /// Records the answer to a permission request.
    ///
    /// - Returns: the new position in the onboarding.
    /// - Throws: ``KeyValueError`` when it could not be stored; nothing has changed then.
    package func answer(
        _ permission: OnboardingStatus.Permission,
        _ answer: OnboardingStatus.Answer
    ) throws -> OnboardingPlace {
        try received(.answered(permission, answer, dependencies.wallClock.now()))
    }

    /// Restarts the onboarding.
    ///
    /// For an account this needs the server.
    ///
    /// - Throws: `SyncFailure`, or ``KeyValueError``; nothing has changed then.
    package func startOver() async throws -> OnboardingPlace {
        let (owner, transport) = state.withLock { ($0.machine.owner, $0.transport) }
        guard owner.isSignedIn else { return try received(.startedOver(OnboardingStatus())) }
        guard let transport else {
            throw Self.unreachable
        }
        return try received(.startedOver(try await transport.reset()), of: owner)
    }

    /// Updates the network state; when online, retries immediately.
    package func update(isOnline: Bool) {
        guard isOnline else { return }
        state.withLock { state in
            // Nothing is stored here: only the retry delay ends.
            state.pause = nil
            let actions = state.machine.received(.didComeOnline)
            state.note(actions, dependencies.random)
            state.requestSync()
        }
    }

    /// Requests the server's status and stores it.
    ///
    /// It has no timeout: a late response is stored too.
    ///
    /// - Throws: `SyncFailure`, ``KeyValueError`` or `CancellationError`; nothing has changed then.
    package func fetchStatus() async throws {
        let (owner, transport) = state.withLock { state in
            state.isFetchingStatus = state.transport != nil
            return (state.machine.owner, state.transport)
        }
        guard let transport else { throw Self.unreachable }
        defer {
            state.withLock { state in
                state.isFetchingStatus = false
                state.requestSync()
            }
        }
        _ = try received(.receivedStatus(try await transport.status()), of: owner)
        state.withLock { $0.hasFetchedStatus = $0.hasFetchedStatus || $0.machine.owner == owner }
    }

    /// Stores the record that was merged from anonymous and legacy data when the owner was opened.
    ///
    /// - Throws: ``KeyValueError``; the next launch merges it again then.
    func storeMergedRecord() throws {
        try state.withLock { state in
            // Only the session says whose the legacy flag is, so wait until an owner is open.
            guard state.isOpen else { return }
            let owner = state.machine.owner
            if state.isUnstored {
                try cache.write(state.machine.record, of: owner)
                state.isUnstored = false
                // After the write: a crash in between only repeats the merge.
                try cache.remove(.anonymous)
            }
            try cache.migrateLegacyFlag(to: owner)
        }
    }

    /// Passes an event to the machine and performs its actions, storing first.
    ///
    /// - `owner`: the owner when the operation began; the event is dropped when the owner has
    ///   changed.
    func received(
        _ event: OnboardingStateMachine.Event,
        of owner: OnboardingOwner? = nil
    ) throws -> OnboardingPlace {
        try state.withLock { state in
            guard owner == nil || owner == state.machine.owner else { return state.machine.place }
            var machine = state.machine
            let actions = machine.received(event)
            for case .store(let record) in actions { try cache.write(record, of: machine.owner) }
            state.machine = machine
            state.note(actions, dependencies.random)
            state.requestSync()
            return machine.place
        }
    }

    static let unreachable = SyncFailure(code: .offline, reason: .offline)
}
