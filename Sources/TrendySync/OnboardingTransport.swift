public import TrendyModel
public import TrendyWire

/// The way to an account's onboarding status on the server.
///
/// Every method throws ``SyncFailure``, or `CancellationError`.
public protocol OnboardingTransport: Sendable {
    /// The status as the server has it; asking changes nothing.
    func status() async throws -> OnboardingStatus

    /// Changes the fields given; the answer is the whole status after it. The same change once more
    /// does no harm.
    func update(_ change: Document) async throws -> OnboardingStatus

    /// Forgets the steps, and keeps what was answered to permissions.
    func reset() async throws -> OnboardingStatus
}
