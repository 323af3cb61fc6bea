import Synchronization
import TrendyLocalization
public import TrendyModel
public import TrendySync
public import TrendyWire

/// Keeps somebody's onboarding on this device and brings it to the server.
///
/// What a person does is stored before the call returns, with nothing awaited; ``run()`` sends it
/// when it can. So the steps work without a network to the end, and a force-quit loses none.
public final class OnboardingStatusService: Sendable {
    private let cache: OnboardingStatusCache
    let dependencies: Dependencies
    let state = Mutex(OnboardingState())

    /// A service over a cache; nobody's onboarding is in use until ``open(_:)``.
    public init(cache: OnboardingStatusCache, dependencies: Dependencies) {
        self.cache = cache
        self.dependencies = dependencies
    }

    /// Whose onboarding is in use.
    public var owner: OnboardingOwner { state.withLock { $0.machine.owner } }

    /// Where the person is.
    public var place: OnboardingPlace { state.withLock { $0.machine.place } }

    /// What is known now.
    public var record: OnboardingRecord { state.withLock { $0.machine.record } }

    /// Whether what was done waits for the person to sign in again.
    public var needsSignIn: Bool { state.withLock { $0.machine.needsSignIn } }

    /// Takes up somebody's onboarding; reads, and writes nothing.
    ///
    /// An account takes over what nobody did before, and what a program before this one noted.
    ///
    /// - Returns: what is stored of them, with what they took over.
    @discardableResult
    public func open(_ owner: OnboardingOwner) -> OnboardingStatusCache.Reading {
        var reading = cache.read(owner)
        var isUnstored = false
        if owner.isSignedIn {
            if reading == .missing, cache.hasLegacyFlag {
                var record = OnboardingRecord()
                record.make(OnboardingStatus.completion)
                (reading, isUnstored) = (.record(record), true)
            }
            if case .record(let other) = cache.read(.nobody) {
                var record = reading.record ?? OnboardingRecord()
                record.adopt(other)
                (reading, isUnstored) = (.record(record), true)
            }
        }
        let record = reading.record ?? OnboardingRecord()
        state.withLock { state in
            state.currentEngine(OnboardingStateMachine(owner: owner, record: record))
            state.isUnstored = isUnstored
            state.requestSync()
        }
        return reading
    }

    /// Whether somebody got through on this device.
    public func operationFinished() -> Bool { cache.operationFinished() }

    /// Gives the way to an account's status on the server; it is used while the account is.
    public func connect(_ transport: any OnboardingTransport, of account: EntityID) {
        state.withLock { state in
            state.connection = (account, transport)
            state.requestSync()
        }
    }

    /// The account in use was signed in to: what waited for that goes on.
    ///
    /// - Throws: ``KeyValueError`` when it could not be stored; nothing has changed then.
    public func signedIn() throws {
        _ = try received(.signedIn(dependencies.wallClock.now()))
        try settle()
    }

    /// Notes that a step was done or put off; a permission is noted with
    /// ``answer(_:_:)``.
    ///
    /// - Returns: where the person is now.
    /// - Throws: ``KeyValueError`` when it could not be stored; nothing has changed then.
    public func complete(_ step: OnboardingStep) throws -> OnboardingPlace {
        try received(.did(step, dependencies.wallClock.now()))
    }

    /// Notes what was answered to a permission.
    ///
    /// - Returns: where the person is now.
    /// - Throws: ``KeyValueError`` when it could not be stored; nothing has changed then.
    public func answer(
        _ permission: OnboardingStatus.Permission,
        _ answer: OnboardingStatus.Answer
    ) throws -> OnboardingPlace {
        try received(.answered(permission, answer, dependencies.wallClock.now()))
    }

    /// Lets the person go through it once more; an account needs the server for it.
    ///
    /// - Throws: `SyncFailure`, or ``KeyValueError``; nothing has changed then.
    public func startOver() async throws -> OnboardingPlace {
        let (owner, transport) = state.withLock { ($0.machine.owner, $0.transport) }
        guard owner.isSignedIn else { return try received(.startedOver(OnboardingStatus())) }
        guard let transport else {
            throw Self.unreachable
        }
        return try received(.startedOver(try await transport.reset()), of: owner)
    }

    /// The network is there, or not.
    public func update(isOnline: Bool) {
        guard isOnline else { return }
        state.withLock { state in
            // It needs no disk: only what waits is looked at again.
            state.pause = nil
            let actions = state.machine.received(.didComeOnline)
            state.note(actions, dependencies.random)
            state.requestSync()
        }
    }

    /// Asks the server what it has, and stores it.
    ///
    /// However long the answer takes, it is taken in when it comes.
    ///
    /// - Throws: `SyncFailure`, ``KeyValueError`` or `CancellationError`; nothing has changed then.
    public func ask() async throws {
        let (owner, transport) = state.withLock { state in
            state.isAsking = state.transport != nil
            return (state.machine.owner, state.transport)
        }
        guard let transport else { throw Self.unreachable }
        defer {
            state.withLock { state in
                state.isAsking = false
                state.requestSync()
            }
        }
        _ = try received(.heard(try await transport.status()), of: owner)
        state.withLock { $0.hasAsked = $0.hasAsked || $0.machine.owner == owner }
    }

    /// Stores what was taken over when the owner came.
    ///
    /// - Throws: ``KeyValueError``; it is taken over again at the next launch then.
    func settle() throws {
        try state.withLock { state in
            // Whose the old flag is, only the session tells.
            guard state.isOpen else { return }
            let owner = state.machine.owner
            if state.isUnstored {
                try cache.write(state.machine.record, of: owner)
                state.isUnstored = false
                // After the write: in between, it is only taken over once more.
                try cache.remove(.nobody)
            }
            try cache.migrateLegacyFlag(to: owner)
        }
    }

    /// Tells the machine what happened and does what it asks for, storing first.
    ///
    /// - `owner`: whose it is, when time has passed since; somebody else's is left alone.
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

    static let unreachable = SyncFailure(
        code: .offline,
        message: Strings.Server.unreachableNow()
    )
}
