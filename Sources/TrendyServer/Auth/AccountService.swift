import TrendyModel
import TrendyWire

/// Operations of a person on their own account: change the password, end sessions, delete it.
struct AccountService: Sendable {
    /// The time after a sign-in in a browser in which it confirms changes of an account without a
    /// password.
    package static let recentSignIn = Duration.seconds(600)

    let auth: AuthService

    private var store: any ServerStore { auth.store }

    /// Sets a new password and ends all other sessions.
    ///
    /// - Throws: `Problem` of the code `validation` when the current password is wrong or the new
    ///   password is invalid.
    func changePassword(
        _ change: PasswordChange,
        of identity: TrendyRequestContext.Identity,
        from origin: RequestOrigin
    ) async throws {
        let account = try await confirm(
            change.currentPassword,
            field: "current_password",
            identity,
            origin
        )
        let violations = PasswordPolicy.violations(of: change.password, email: account.email)
        guard violations.isEmpty else {
            throw Problem(
                .validation,
                detail: "The password cannot be changed to this one.",
                errors: violations
            )
        }
        try await store.setPassword(
            account: account.id,
            hash: try await auth.newHash(change.password, from: origin),
            keeping: identity.session
        )
    }

    /// The account's sessions, newest first.
    func sessions(of identity: TrendyRequestContext.Identity) async throws -> SessionList {
        let sessions = try await store.sessions(account: identity.account)
        return SessionList(
            sessions: sessions.map {
                SessionList.Item(
                    id: $0.id.description,
                    createdAt: $0.createdAt.rfc3339,
                    refreshedAt: $0.refreshedAt.rfc3339,
                    client: $0.client,
                    isCurrent: $0.id == identity.session
                )
            }
        )
    }

    /// Ends sessions of the account.
    func signOut(
        _ scope: SignOutScope,
        of identity: TrendyRequestContext.Identity
    ) async throws {
        switch scope {
        case .local:
            guard let session = identity.session else { return }
            try await store.endSession(account: identity.account, id: session)
        case .others:
            try await store.endSessions(account: identity.account, keeping: identity.session)
        case .global:
            try await store.endSessions(account: identity.account, keeping: nil)
        }
    }

    /// Deletes the account and all its data.
    func delete(
        _ confirmation: PasswordConfirmation,
        of identity: TrendyRequestContext.Identity,
        from origin: RequestOrigin
    ) async throws {
        let account = try await confirm(
            confirmation.password,
            field: "password",
            identity,
            origin
        )
        try await store.deleteAccount(account.id)
    }

    /// The account of an identity, after the owner has confirmed a change of it: by the password or,
    /// for an account without one, by a recent sign-in in a browser.
    func confirm(
        _ password: String,
        field: String,
        _ identity: TrendyRequestContext.Identity,
        _ origin: RequestOrigin
    ) async throws -> Account {
        guard let known = try await store.account(id: identity.account) else {
            throw ServerError.unknownAccount
        }
        guard known.hasPassword else {
            guard try await isRecent(identity) else { throw Self.signInAgain(field) }
            return known
        }
        guard
            let account = try await auth.verified(
                email: known.email,
                password: password,
                from: origin
            ),
            account.id == known.id
        else {
            throw Problem(
                .validation,
                detail: "The password is wrong. Nothing was changed.",
                errors: [FieldError(code: "wrong", field: field, message: "is wrong")]
            )
        }
        return account
    }

    /// Whether the person signed in a short time ago, in the browser that makes the request.
    private func isRecent(_ identity: TrendyRequestContext.Identity) async throws -> Bool {
        guard identity.isBrowser, let id = identity.session else { return false }
        return try await isRecent(session: id, of: identity.account)
    }

    /// Whether a session was started a short time ago.
    func isRecent(session: EntityID, of account: EntityID) async throws -> Bool {
        let oldest = auth.dependencies.wallClock.now() - Self.recentSignIn
        return try await store.sessions(account: account).contains {
            $0.id == session && $0.createdAt >= oldest
        }
    }

    private static func signInAgain(_ field: String) -> Problem {
        let detail =
            "This account has no password. Sign in on the server's account page again, and "
            + "do this there."
        var problem = Problem(
            .validation,
            detail: detail,
            errors: [FieldError(code: "sign_in_again", field: field, message: "is missing")]
        )
        problem.userMessage = detail
        return problem
    }
}
