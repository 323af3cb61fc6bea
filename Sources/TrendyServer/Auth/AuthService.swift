import Foundation
import TrendyModel
import TrendyWire

/// Signs people up and in, and keeps their sessions going.
struct AuthService: Sendable {
    /// How long after its exchange a refresh token may be shown again: an answer may get lost.
    static let rotationGrace = Duration.seconds(10)
    /// The shortest password, in characters.
    static let minimumPasswordLength = 8
    /// The longest, in bytes: hashing takes time for each.
    static let maximumPasswordBytes = 1024

    let store: any ServerStore
    let tokens: AccessTokens
    let hasher: PasswordHasher
    let tokenKey: Data
    let dependencies: Dependencies

    func signUp(_ credentials: Credentials) async throws -> Session {
        let email = normalise(credentials.email)
        let violations = violations(email: email, password: credentials.password)
        guard violations.isEmpty else {
            throw Problem(
                .validation,
                detail: "The account cannot be made.",
                errors: violations
            )
        }
        let hash = try await hasher.hash(
            credentials.password,
            salt: randomBytes(16, dependencies.random)
        )
        let account = Account(
            id: dependencies.ids.next(),
            email: email,
            passwordHash: hash,
            createdAt: dependencies.wallClock.now()
        )
        guard try await store.createAccount(account) else {
            throw Problem(
                .conflict,
                detail: "There is an account with this e-mail address. Sign in."
            )
        }
        return try await startSession(account)
    }

    func signIn(_ credentials: Credentials) async throws -> Session {
        let account = try await store.account(email: normalise(credentials.email))
        let isRight =
            credentials.password.utf8.count <= Self.maximumPasswordBytes
            ? try await hasher.verify(credentials.password, against: account?.passwordHash) : false
        guard let account, isRight else {
            throw Problem(
                .unauthorized,
                detail: "The e-mail address or the password is wrong."
            )
        }
        return try await startSession(account)
    }

    func refresh(_ text: String) async throws -> Session {
        let refused = Problem(.unauthorized, detail: "The refresh token is not valid. Sign in.")
        guard let shown = RefreshToken(text) else { throw refused }
        let successor = shown.successor(key: tokenKey)
        let rotation = TokenRotation(
            account: shown.account,
            shown: shown.hash,
            successor: successor.hash,
            now: dependencies.wallClock.now(),
            grace: Self.rotationGrace
        )
        guard case .rotated(let session) = try await store.rotate(rotation),
            let account = try await store.account(id: shown.account)
        else { throw refused }
        return try await self.session(account, id: session, refreshToken: successor)
    }

    func signOut(account: EntityID, session: EntityID) async throws {
        try await store.endSession(account: account, id: session)
    }

    func user(_ id: EntityID) async throws -> Session.User {
        guard let account = try await store.account(id: id) else {
            throw ServerError.unknownAccount
        }
        return user(account)
    }

    private func startSession(_ account: Account) async throws -> Session {
        let id = dependencies.ids.next()
        let token = RefreshToken(account: account.id, random: dependencies.random)
        try await store.createSession(
            account: account.id,
            id: id,
            tokenHash: token.hash,
            now: dependencies.wallClock.now()
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
            expiresIn: AccessTokens.lifetimeSeconds,
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

    private func normalise(_ email: String) -> String {
        email.trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping.lowercased()
    }

    private func violations(email: String, password: String) -> [FieldError] {
        var errors: [FieldError] = []
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        if parts.count != 2 || parts.contains(where: \.isEmpty) || email.utf8.count > 254
            || email.contains(where: \.isWhitespace)
        {
            errors.append(
                FieldError(code: "invalid", field: "email", message: "must be an e-mail address")
            )
        }
        if password.count < Self.minimumPasswordLength {
            errors.append(
                FieldError(
                    code: "too_short",
                    field: "password",
                    message: "must have at least \(Self.minimumPasswordLength) characters"
                )
            )
        }
        if password.utf8.count > Self.maximumPasswordBytes {
            errors.append(
                FieldError(
                    code: "too_long",
                    field: "password",
                    message: "must have at most \(Self.maximumPasswordBytes) bytes"
                )
            )
        }
        return errors
    }
}
