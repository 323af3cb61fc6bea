package import TrendyModel

extension ServerStore {
    /// Creates an account to which no identity signs in.
    package func createAccount(
        _ account: Account,
        invite: [UInt8]?,
        now: Instant
    ) async throws -> AccountCreation {
        try await createAccount(account, invite: invite, identity: nil, now: now)
    }
}
