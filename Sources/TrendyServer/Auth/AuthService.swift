import Foundation
import TrendyModel
import TrendyWire

/// The origin of a request, for sign-in limits and the session list.
struct RequestOrigin: Sendable {
    /// The client's network address.
    var address: ClientAddress
    /// The client program from `User-Agent`; empty without the header.
    var client: String

    /// The maximum stored length of a client program's name, in bytes.
    private static let maximumClientBytes = 120

    init(userAgent: String, address: ClientAddress) {
        let agent = userAgent.utf8.filter { (0x20...0x7E).contains($0) }
        self.address = address
        client = String(decoding: agent.prefix(Self.maximumClientBytes), as: UTF8.self)
    }
}

/// Signs people up and in, and refreshes their sessions.
struct AuthService: Sendable {
    let store: any ServerStore
    let tokens: AccessTokens
    let hasher: PasswordHasher
    let limiter: SignInLimiter
    /// The limits over all servers of the database; `nil` with one server.
    var sharedLimiter: SharedSignInLimiter?
    let signUpPolicy: SignUpPolicy
    let dependencies: Dependencies

    /// The key that derives the successors of refresh tokens.
    var tokenKey: Data { tokens.secrets.tokenKey }

    /// Creates an account unless the address is taken.
    ///
    /// A free and a taken address run the same steps in the same time and get the same answer: a
    /// sign-up does not reveal accounts.
    ///
    /// - Throws: `Problem` of the code `forbidden` for closed sign-up or an invalid invite,
    ///   `validation` for an invalid address or password, `rate_limit`.
    func signUp(_ credentials: Credentials, from origin: RequestOrigin) async throws {
        guard signUpPolicy != .closed else {
            throw Self.forbidden("This server creates no accounts by sign-up.")
        }
        let email = EmailAddress.normalized(credentials.email)
        let violations =
            [EmailAddress.violation(of: email)].compactMap { $0 }
            + PasswordPolicy.violations(of: credentials.password, email: email)
        guard violations.isEmpty else {
            throw Problem(
                .validation,
                detail: "The account cannot be made.",
                errors: violations
            )
        }
        let now = dependencies.wallClock.now()
        try limiter.admitSignUp(from: origin.address, now: now)
        try await sharedLimiter?.admitSignUp(from: origin.address)
        var invite: [UInt8]?
        if signUpPolicy == .invite {
            let hash = Invite.hash(of: credentials.invite ?? "")
            guard try await store.isValid(invite: hash, now: now) else { throw Self.invalidInvite }
            invite = hash
        }
        let account = Account(
            id: dependencies.ids.next(),
            email: email,
            passwordHash: try await newHash(credentials.password, from: origin),
            createdAt: now
        )
        if try await store.createAccount(account, invite: invite, now: now) == .invalidInvite {
            throw Self.invalidInvite
        }
    }

    /// Starts a session with a password.
    ///
    /// - Throws: `Problem` of the code `unauthorized` for a wrong address or password, `forbidden`
    ///   for a disabled account, `rate_limit` after too many attempts.
    func signIn(_ credentials: Credentials, from origin: RequestOrigin) async throws -> Session {
        try await startSession(
            try await signedIn(credentials, from: origin),
            client: origin.client
        )
    }

    /// The account that a person signs in to, without a session yet.
    func signedIn(_ credentials: Credentials, from origin: RequestOrigin) async throws -> Account {
        let email = EmailAddress.normalized(credentials.email)
        guard
            let account = try await verified(
                email: email,
                password: credentials.password,
                from: origin
            )
        else {
            throw Problem(
                .unauthorized,
                detail: "The e-mail address or the password is wrong."
            )
        }
        guard account.disabledAt == nil else { throw Self.disabled }
        return account
    }

    /// Returns the account of an address and its password; `nil` when one of them is wrong.
    ///
    /// A hash with an outdated cost is replaced.
    func verified(
        email: String,
        password: String,
        from origin: RequestOrigin
    ) async throws -> Account? {
        let now = dependencies.wallClock.now()
        try limiter.admitAttempt(account: email, from: origin.address, now: now)
        let account: Account?
        let verdict: PasswordHasher.Verdict
        do {
            try await sharedLimiter?.checkAttempt(account: email, from: origin.address)
            account = try await store.account(email: email)
            verdict =
                password.utf8.count <= PasswordPolicy.maximumBytes
                ? try await hasher.verify(
                    password,
                    against: account?.passwordHash,
                    for: origin.address
                ) : .wrong
        } catch {
            limiter.refundAttempt(account: email, from: origin.address)
            throw error
        }
        guard let account, case .right(let needsRehash) = verdict else {
            try await sharedLimiter?.failed(account: email, from: origin.address)
            return nil
        }
        limiter.succeeded(account: email, from: origin.address)
        try await sharedLimiter?.succeeded(account: email, from: origin.address)
        if needsRehash {
            try await store.replacePasswordHash(
                account: account.id,
                account.passwordHash,
                with: try await newHash(password, from: origin)
            )
        }
        return account
    }

    /// Hashes a new password with a new salt.
    func newHash(_ password: String, from origin: RequestOrigin) async throws -> String {
        try await hasher.hash(
            password,
            salt: randomBytes(16, dependencies.random),
            for: origin.address
        )
    }

    /// Exchanges a refresh token for a new session.
    func refresh(_ text: String) async throws -> Session {
        let refused = Problem(.unauthorized, detail: "The refresh token is not valid. Sign in.")
        guard let shown = RefreshToken(text) else { throw refused }
        let successor = shown.successor(key: tokenKey)
        let rotation = TokenRotation(
            account: shown.account,
            shown: shown.hash,
            successor: successor.hash,
            now: dependencies.wallClock.now(),
            grace: SessionLifetime.rotationGrace
        )
        guard case .rotated(let session) = try await store.rotate(rotation),
            let account = try await store.account(id: shown.account), account.disabledAt == nil
        else { throw refused }
        return try await self.session(account, id: session, refreshToken: successor)
    }

    /// Returns the account in the form that clients receive.
    func user(_ id: EntityID) async throws -> Session.User {
        guard let account = try await store.account(id: id) else {
            throw ServerError.unknownAccount
        }
        return user(account)
    }

    /// Creates an account without a password, for an identity of a provider, unless its address is
    /// taken.
    ///
    /// - Throws: `Problem` of the code `forbidden` for closed sign-up or an invalid invite,
    ///   `rate_limit`.
    func createAccount(
        _ identity: LinkedIdentity,
        invite code: String?,
        from origin: RequestOrigin
    ) async throws {
        guard signUpPolicy != .closed else {
            throw Self.forbidden("This server creates no accounts by sign-up.")
        }
        let now = dependencies.wallClock.now()
        try limiter.admitSignUp(from: origin.address, now: now)
        try await sharedLimiter?.admitSignUp(from: origin.address)
        let invite = signUpPolicy == .invite ? Invite.hash(of: code ?? "") : nil
        let account = Account(
            id: dependencies.ids.next(),
            email: identity.email,
            passwordHash: "",
            createdAt: now
        )
        let result = try await store.createAccount(
            account,
            invite: invite,
            identity: identity,
            now: now
        )
        if result == .invalidInvite { throw Self.invalidInvite }
    }

    /// Starts a session of a program.
    ///
    /// - Throws: `Problem` of the code `forbidden` for a disabled account.
    func startSession(_ account: Account, client: String) async throws -> Session {
        guard account.disabledAt == nil else { throw Self.disabled }
        let id = dependencies.ids.next()
        let token = RefreshToken(account: account.id, random: dependencies.random)
        try await store.createSession(
            NewSession(
                account: account.id,
                id: id,
                tokenHash: token.hash,
                client: client,
                now: dependencies.wallClock.now()
            )
        )
        return try await session(account, id: id, refreshToken: token)
    }

    private func session(
        _ account: Account,
        id: EntityID,
        refreshToken: RefreshToken
    ) async throws -> Session {
        let access = try await tokens.make(
            account: account.id,
            session: id,
            now: dependencies.wallClock.now()
        )
        return Session(
            accessToken: access.token,
            expiresIn: SessionLifetime.accessTokenSeconds,
            expiresAt: access.expiresAt,
            refreshToken: refreshToken.text,
            user: user(account)
        )
    }

    private func user(_ account: Account) -> Session.User {
        Session.User(
            id: account.id.description,
            email: account.email,
            createdAt: account.createdAt.rfc3339
        )
    }

    private static let invalidInvite = forbidden(
        "Signing up needs a valid invite. Ask the server's administrator for one."
    )

    private static let disabled = forbidden(
        "This account was disabled by the server's administrator."
    )

    /// A problem of the code `forbidden` that shows its detail to the person.
    private static func forbidden(_ detail: String) -> Problem {
        var problem = Problem(.forbidden, detail: detail)
        problem.userMessage = detail
        return problem
    }
}
