package import TrendyModel
package import TrendyWire

/// Access to an account's onboarding status on the server.
///
/// Every method throws ``SyncFailure`` or `CancellationError`.
package protocol OnboardingTransport: Sendable {
    /// Fetches the status; has no side effects.
    func status() async throws -> OnboardingStatus

    /// Changes the given fields and returns the complete status. Idempotent.
    func update(_ change: Document) async throws -> OnboardingStatus

    /// Resets the steps and keeps the answers to permission requests.
    func reset() async throws -> OnboardingStatus
}
