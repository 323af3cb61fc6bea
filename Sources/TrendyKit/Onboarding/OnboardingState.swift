import TrendyModel
import TrendySync

/// What ``OnboardingStatusService`` works on: whose onboarding, and what is to be sent.
struct OnboardingState {
    /// When what was not accepted is tried again: it is small, and nothing waits for it.
    private static let policy: RetryPolicy = {
        var policy = RetryPolicy()
        policy.maximumAttempts = .max
        policy.maximumDelay = .seconds(900)
        return policy
    }()

    /// Whose it is and how far it has come.
    var machine = OnboardingStateMachine(owner: .nobody, record: OnboardingRecord())
    /// Whether somebody has taken a seat.
    var isOpen = false
    /// Whether what the owner took over is not stored yet.
    var isUnstored = false
    /// The way to an account's status.
    var connection: (account: EntityID, transport: any OnboardingTransport)?
    /// What is to be sent.
    var next: Document?
    /// How long to wait before anything is sent.
    var pause: Duration?
    /// Whether the server is being asked.
    var isAsking = false
    /// Whether it was asked since the owner came.
    var hasAsked = false
    /// Whether there is something to look at.
    var isSyncRequested = false
    /// What waits until there is.
    var sleeping: Task<Void, any Error>?

    /// The way to the server, when it is the owner's.
    var transport: (any OnboardingTransport)? {
        guard let connection, machine.owner == .account(connection.account) else { return nil }
        return connection.transport
    }

    /// Lets somebody else take a seat.
    mutating func currentEngine(_ machine: OnboardingStateMachine) {
        self.machine = machine
        isOpen = true
        (next, pause) = (nil, nil)
        (isAsking, hasAsked) = (false, false)
    }

    /// Has whoever waits look again.
    mutating func requestSync() {
        isSyncRequested = true
        sleeping?.cancel()
    }

    /// Takes up what the machine asks for beside storing.
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
