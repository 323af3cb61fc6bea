package import TrendyModel

extension ServerStore {
    /// Applies commands whose version numbers are of any epoch.
    package func push(
        account: EntityID,
        commands: [PushCommand],
        now: Instant
    ) async throws -> PushOutcome {
        try await push(account: account, commands: commands, expectedEpoch: nil, now: now)
    }
}
