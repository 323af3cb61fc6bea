public import Observation
import TrendyKit
import TrendyLocalization
import TrendySync
import TrendyWire

/// The view model of the sign-up, sign-in and sign-out screens.
///
/// Each method returns when its operation has ended, successful or not, and notifies the router
/// itself.
@Observable
@MainActor
public final class AuthViewModel {
    /// An account operation.
    public enum Activity: Sendable, Hashable {
        /// Creating an account.
        case signingUp
        /// Signing in.
        case signingIn
        /// Signing out.
        case signingOut
    }

    /// The entered server address.
    public var server: String
    /// The entered email address.
    public var email = ""
    /// The entered password; cleared after a successful sign-in.
    public var password = ""

    /// The operation in progress; `nil` when idle.
    public private(set) var activity: Activity?
    /// The localized message of the last error; `nil` when the last operation succeeded.
    public private(set) var errorMessage: String?
    /// The warning to confirm before signing out; `nil` when no confirmation is needed.
    public private(set) var warning: String?

    @ObservationIgnored private let accounts: any Accounts
    @ObservationIgnored private let router: AppRouter

    /// Creates a view model over the accounts of a device.
    package init(accounts: any Accounts, router: AppRouter) {
        self.accounts = accounts
        self.router = router
        server = accounts.server ?? ""
    }

    /// Whether an operation is in progress.
    public var isBusy: Bool { activity != nil }

    /// Creates an account with the entered values and signs in to it.
    public func signUp() async {
        await perform(.signingUp) { [accounts, credentials, server] in
            try await accounts.signUp(credentials, server: server)
        } then: { [self] in
            password = ""
            try router.signedIn()
        }
    }

    /// Signs in with the entered values.
    public func signIn() async {
        await perform(.signingIn) { [accounts, credentials, server] in
            try await accounts.signIn(credentials, server: server)
        } then: { [self] in
            password = ""
            try router.signedIn()
        }
    }

    /// Signs out when all changes are sent; otherwise sets ``warning``, and ``confirmSignOut()``
    /// signs out.
    public func signOut() async {
        var unsent: Int?
        await perform(.signingOut) { [accounts] in
            try await accounts.unsentCount()
        } then: {
            unsent = $0
        }
        switch unsent {
        case 0?: await confirmSignOut()
        case let count?: warning = Strings.Accounts.unsent(count)
        // The count could not be read; the person may still want to sign out.
        case nil: warning = errorMessage == nil ? nil : Strings.Accounts.unsentUnknown()
        }
    }

    /// Signs out, also with unsent changes.
    ///
    /// They stay under the account.
    public func confirmSignOut() async {
        warning = nil
        await perform(.signingOut) { [accounts] in
            try await accounts.signOut()
        } then: {
        }
        // Also after an error: the session may have ended, and the router checks whether it has.
        router.signedOut()
    }

    /// Dismisses the sign-out warning.
    public func cancelSignOut() {
        warning = nil
    }

    /// Shows a message that says why the person has to sign in again.
    func showMessage(_ message: String) {
        if activity == nil { errorMessage = message }
    }

    private var credentials: Credentials { Credentials(email: email, password: password) }

    private func perform<Value: Sendable>(
        _ activity: Activity,
        _ work: @Sendable () async throws -> Value,
        then: (Value) throws -> Void
    ) async {
        // Ignore a second tap while the first operation is in progress.
        guard self.activity == nil else { return }
        self.activity = activity
        errorMessage = nil
        defer { self.activity = nil }
        do {
            try then(try await work())
        } catch {
            errorMessage = AccountErrorPresenter.text(for: error, while: activity)
        }
    }
}
