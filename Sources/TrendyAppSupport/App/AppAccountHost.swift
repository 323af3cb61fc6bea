import TrendyKit
import TrendyModel

/// The ``AccountHost`` of an app: forwards the requests of ``ProfileAccounts`` to ``TrendyApp``.
@MainActor
final class AppAccountHost: AccountHost {
    /// The app; weak, because the app owns the accounts that own this host.
    weak var app: TrendyApp?

    nonisolated init() {}

    func unsentCount() async throws -> Int { try await app?.unsentCount() ?? 0 }
    func release(for next: EntityID?) async throws { try await app?.release(for: next) }

    /// Opens the account that the profile names.
    ///
    /// A database that cannot be opened is reported in ``TrendyApp/errorMessage``; the sign-in
    /// still succeeds.
    func resume() async { app?.resume() }
}
