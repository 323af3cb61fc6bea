import TrendyKit
import TrendyModel
import TrendySync

/// The mutable state of ``OnboardingStatusService``: the current owner's record and what to send.
struct OnboardingState {
    /// The retry delays.
    ///
    /// Retries never stop, because the changes are small and nothing waits for them.
    private static let policy: RetryPolicy = {
        var policy = RetryPolicy()
        policy.maximumAttempts = .max
        policy.maximumDelay = .seconds(900)
        return policy
    }()

    /// The state machine of the current owner.
    var machine = OnboardingStateMachine(owner: .anonymous, record: OnboardingRecord())
    /// Whether an owner has been opened.
    var isOpen = false
    /// Whether data taken over at opening has not been stored yet.
    var isUnstored = false
    /// The connection to an account's status on the server.
    var connection: (account: EntityID, transport: any OnboardingTransport)?
    /// The change to send next.
    var next: Document?
    /// The delay before the next request.
    var pause: Duration?
    /// Whether a status request is in progress.
    var isFetchingStatus = false
    /// Whether the server's status was received since the owner was opened.
    var hasFetchedStatus = false
    /// Whether to check for work without waiting.
    var isSyncRequested = false
    /// The sleep between two checks; cancelling it starts the next check.
    var sleeping: Task<Void, any Error>?

    /// The connection, when it is the current owner's.
    var transport: (any OnboardingTransport)? {
        guard let connection, machine.owner == .account(connection.account) else { return nil }
        return connection.transport
    }

    /// Switches to another owner.
    mutating func replaceMachine(with machine: OnboardingStateMachine) {
        self.machine = machine
        isOpen = true
        (next, pause) = (nil, nil)
        (isFetchingStatus, hasFetchedStatus) = (false, false)
    }

    /// Wakes the sending loop.
    mutating func requestSync() {
        isSyncRequested = true
        sleeping?.cancel()
    }

    /// Records the machine's actions other than storing.
    mutating func note(_ actions: [OnboardingStateMachine.Action], _ random: any RandomSource) {
        for action in actions {
            switch action {
            case .push(let change):
                next = change
            case .pause(let failures, let atLeast):
                let delay = Self.policy.delay(afterAttempts: failures, random: random)
                pause = max(delay ?? .zero, atLeast ?? .zero)
            case .store, .show:
                break
            }
        }
    }
}
