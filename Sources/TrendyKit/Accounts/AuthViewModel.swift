public import Observation
import TrendyLocalization
import TrendySync
import TrendyWire

/// The screens of signing up, in and out.
///
/// Each call ends what it began, whatever happens, and tells the router itself how it ended.
@Observable
@MainActor
public final class AuthViewModel {
    /// What is under way.
    public enum Activity: Sendable, Hashable {
        /// An account is being made.
        case signingUp
        /// An account is being taken up.
        case signingIn
        /// The session is being ended.
        case signingOut
    }

    /// What the person enters as the server's address.
    public var server: String
    /// What the person enters as their address.
    public var email = ""
    /// What the person enters as their password; forgotten once it has been used.
    public var password = ""

    /// What is under way; `nil` when nothing is.
    public private(set) var activity: Activity?
    /// What went wrong last, in words; `nil` when nothing did.
    public private(set) var trouble: String?
    /// What the person should know before the session ends, in words; `nil` unless they are asked.
    public private(set) var warning: String?

    @ObservationIgnored private let accounts: any Accounts
    @ObservationIgnored private let router: AppRouter

    /// The view model of some accounts.
    public init(accounts: any Accounts, router: AppRouter) {
        self.accounts = accounts
        self.router = router
        server = accounts.server ?? ""
    }

    /// Whether something is under way.
    public var isBusy: Bool { activity != nil }

    /// Makes an account of what was entered.
    public func signUp() async {
        await perform(.signingUp) { [accounts, credentials, server] in
            try await accounts.signUp(credentials, server: server)
        } then: { [self] in
            password = ""
            try router.signedIn()
        }
    }

    /// Takes up the account that was entered.
    public func signIn() async {
        await perform(.signingIn) { [accounts, credentials, server] in
            try await accounts.signIn(credentials, server: server)
        } then: { [self] in
            password = ""
            try router.signedIn()
        }
    }

    /// Ends the session, unless something would stay here unsent: then ``warning`` says so, and
    /// ``confirmSignOut()`` does it.
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
        // The count could not be read; the person may still want to go.
        case nil: warning = trouble == nil ? nil : Strings.Accounts.unsentUnknown()
        }
    }

    /// Ends the session, whatever has not been sent; it is kept under the account.
    public func confirmSignOut() async {
        warning = nil
        await perform(.signingOut) { [accounts] in
            try await accounts.signOut()
        } then: {
        }
        // Also after trouble: the session may be over, and the router sees whether it is.
        router.signedOut()
    }

    /// The person stays.
    public func cancelSignOut() {
        warning = nil
    }

    /// Says why the person is to sign in again.
    func tell(_ words: String) {
        if activity == nil { trouble = words }
    }

    private var credentials: Credentials { Credentials(email: email, password: password) }

    private func perform<Value: Sendable>(
        _ activity: Activity,
        _ work: @Sendable () async throws -> Value,
        then: (Value) throws -> Void
    ) async {
        // A second tap while the first is under way.
        guard self.activity == nil else { return }
        self.activity = activity
        trouble = nil
        defer { self.activity = nil }
        do {
            try then(try await work())
        } catch {
            trouble = AccountErrorPresenter.text(for: error, while: activity)
        }
    }
}
