/// Limits of password attempts and sign-ups.
package struct SignInLimits: Sendable, Equatable {
    /// Wrong passwords for one account from one address before further attempts are delayed.
    package var freeAttempts = 5
    /// The maximum delay of one address for one account, in seconds; it doubles from 1 s.
    package var maximumDelaySeconds = 900
    /// Wrong passwords for one account from all addresses before addresses that never signed in to
    /// it are delayed, by 60 s at most.
    package var freeAttemptsPerAccount = 30
    /// Wrong passwords for all accounts from one address before it is delayed, by 300 s at most.
    package var freeAttemptsPerAddress = 30
    /// Sign-ups from one address before it is delayed, by 60 s to an hour.
    package var freeSignUps = 10
    /// The time in seconds without an attempt after which the counts are reset.
    package var resetSeconds = 3600

    /// Creates the default limits.
    package init() {}
}

extension SignInLimits {
    /// Wrong passwords for one account from one address.
    var pairPolicy: AttemptLimiterPolicy { policy(freeAttempts, 1, maximumDelaySeconds) }
    /// Wrong passwords for one account from unknown addresses.
    var accountPolicy: AttemptLimiterPolicy { policy(freeAttemptsPerAccount, 1, 60) }
    /// Wrong passwords from one address.
    var addressPolicy: AttemptLimiterPolicy { policy(freeAttemptsPerAddress, 1, 300) }
    /// Sign-ups from one address.
    var signUpPolicy: AttemptLimiterPolicy { policy(freeSignUps, 60, 3600) }

    private func policy(_ free: Int, _ first: Int, _ longest: Int) -> AttemptLimiterPolicy {
        AttemptLimiterPolicy(
            free: free,
            firstDelay: .seconds(first),
            maximumDelay: .seconds(longest),
            resetInterval: .seconds(resetSeconds)
        )
    }
}
