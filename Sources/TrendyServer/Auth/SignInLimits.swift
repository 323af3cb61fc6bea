/// Limits of guessing and of sign-ups.
public struct SignInLimits: Sendable, Equatable {
    /// Wrong passwords for one account from one address before each further one has to wait.
    public var freeGuesses = 5
    /// The longest wait of one address for one account, in seconds; it doubles from 1 s.
    public var longestDelaySeconds = 900
    /// Wrong passwords for one account from all addresses before those that never signed in to it
    /// have to wait, 60 s at most.
    public var freeGuessesOfAllAddresses = 30
    /// Wrong passwords for any account from one address before it has to wait, 300 s at most.
    public var freeGuessesForAllAccounts = 30
    /// Sign-ups from one address before it has to wait, from 60 s to an hour.
    public var freeSignUps = 10
    /// The time in seconds without an attempt after which counting starts anew.
    public var memorySeconds = 3600

    /// The limits that the server has by default.
    public init() {}
}
