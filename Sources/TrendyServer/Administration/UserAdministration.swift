package import TrendyModel
import TrendyWire

/// Administration of the accounts of any store.
package struct UserAdministration: Sendable {
    let store: any ServerStore
    let dependencies: Dependencies

    /// Creates the administration of a store's accounts.
    ///
    /// - Parameters:
    ///   - store: the accounts.
    ///   - dependencies: clocks, ids and random numbers. The random numbers must be unpredictable.
    package init(store: any ServerStore, dependencies: Dependencies) {
        self.store = store
        self.dependencies = dependencies
    }

    /// Creates an account.
    ///
    /// - Throws: ``ServerError`` of the code `invalidUser` when the address is taken, or the
    ///   address or the password is invalid.
    package func addUser(email: String, password: String) async throws -> Account {
        let email = EmailAddress.normalized(email)
        let violations =
            [EmailAddress.violation(of: email)].compactMap { $0 }
            + PasswordPolicy.violations(of: password, email: email)
        try Self.check(violations)
        let now = dependencies.wallClock.now()
        let account = Account(
            id: dependencies.ids.next(),
            email: email,
            passwordHash: try await hash(password),
            createdAt: now
        )
        let creation = try await store.createAccount(account, invite: nil, now: now)
        guard creation == .created else {
            throw ServerError(
                code: .invalidUser,
                message: "There is an account with the address \(email) already."
            )
        }
        return account
    }

    /// Sets the password of an account and ends its sessions.
    package func resetPassword(email: String, password: String) async throws {
        let normalized = EmailAddress.normalized(email)
        try Self.check(PasswordPolicy.violations(of: password, email: normalized))
        let hash = try await hash(password)
        let account = try await existing(email)
        try await store.setPassword(account: account.id, hash: hash, keeping: nil)
    }

    /// Disables an account and ends its sessions, or enables it again.
    package func setDisabled(email: String, _ isDisabled: Bool) async throws {
        let now = dependencies.wallClock.now()
        let account = try await existing(email)
        try await store.setDisabled(account: account.id, at: isDisabled ? now : nil)
    }

    /// Makes an account an administrator of the server in a browser, or a usual account again.
    package func setAdministrator(email: String, _ isAdministrator: Bool) async throws {
        let account = try await existing(email)
        try await store.setAdministrator(account: account.id, isAdministrator)
    }

    /// Deletes an account and all its data.
    package func deleteUser(email: String) async throws {
        let account = try await existing(email)
        try await store.deleteAccount(account.id)
    }

    /// Passes all data of an account to `write` as NDJSON.
    package func exportUser(
        email: String,
        _ write: ([UInt8]) async throws -> Void
    ) async throws {
        let now = dependencies.wallClock.now()
        let account = try await existing(email)
        try await AccountExport(store: store, account: account.id, now: now).write(write)
    }

    /// Creates an invite.
    package func makeInvite(
        uses: Int,
        days: Int
    ) async throws -> (code: String, expiresAt: Instant) {
        let invite = Invite(random: dependencies.random)
        let now = dependencies.wallClock.now()
        let expiresAt = now + .seconds(days * 86_400)
        try await store.addInvite(
            hash: Invite.hash(of: invite.code),
            uses: uses,
            now: now,
            expiresAt: expiresAt
        )
        return (invite.code, expiresAt)
    }

    private func hash(_ password: String) async throws -> String {
        try await PasswordHasher(cost: .standard, threads: 0).hash(
            password,
            salt: randomBytes(16, dependencies.random)
        )
    }

    /// The account of an address.
    private func existing(_ email: String) async throws -> Account {
        let account = try await store.account(email: EmailAddress.normalized(email))
        guard let account else {
            throw ServerError(
                code: .invalidUser,
                message: "No account has the address \(email). "
                    + "'trendy server user list' shows the accounts."
            )
        }
        return account
    }

    private static func check(_ violations: [FieldError]) throws(ServerError) {
        guard let violation = violations.first else { return }
        throw ServerError(
            code: .invalidUser,
            message: "The \(violation.field) \(violation.message)."
        )
    }
}
