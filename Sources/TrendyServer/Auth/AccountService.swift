import TrendyModel
import TrendyWire

/// Operations of a person on their own account: change the password, end sessions, delete it.
struct AccountService: Sendable {
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
            identity.account,
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
            identity.account,
            origin
        )
        try await store.deleteAccount(account.id)
    }

    private func confirm(
        _ password: String,
        field: String,
        _ id: EntityID,
        _ origin: RequestOrigin
    ) async throws -> Account {
        guard let email = try await store.account(id: id)?.email else {
            throw ServerError.unknownAccount
        }
        guard
            let account = try await auth.verified(email: email, password: password, from: origin),
            account.id == id
        else {
            throw Problem(
                .validation,
                detail: "The password is wrong. Nothing was changed.",
                errors: [FieldError(code: "wrong", field: field, message: "is wrong")]
            )
        }
        return account
    }
}
