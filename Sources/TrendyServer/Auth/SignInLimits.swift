/// Limits of password attempts and sign-ups.
public struct SignInLimits: Sendable, Equatable {
    /// Wrong passwords for one account from one address before further attempts are delayed.
    public var freeAttempts = 5
    /// The maximum delay of one address for one account, in seconds; it doubles from 1 s.
    public var maximumDelaySeconds = 900
    /// Wrong passwords for one account from all addresses before addresses that never signed in to
    /// it are delayed, by 60 s at most.
    public var freeAttemptsPerAccount = 30
    /// Wrong passwords for all accounts from one address before it is delayed, by 300 s at most.
    public var freeAttemptsPerAddress = 30
    /// Sign-ups from one address before it is delayed, by 60 s to an hour.
    public var freeSignUps = 10
    /// The time in seconds without an attempt after which the counts are reset.
    public var resetSeconds = 3600

    /// Creates the default limits.
    public init() {}
}
