import TrendyModel

/// What runs in an app for the account in use, as ``ProfileAccounts`` asks it to make way.
@MainActor
final class AppAccountHost: AccountHost {
    /// The app; whoever holds the accounts does not hold it.
    weak var app: TrendyApp?

    nonisolated init() {}

    func unsentCount() async throws -> Int { try await app?.unsentCount() ?? 0 }
    func release(for next: EntityID?) async throws { try await app?.release(for: next) }

    /// A database that cannot be opened is ``TrendyApp/trouble``, and no reason not to be signed
    /// in.
    func resume() async { app?.resume() }
}
