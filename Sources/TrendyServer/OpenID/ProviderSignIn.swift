import Crypto
import Foundation
import TrendyModel
import TrendyWire

/// Signs people in through a provider of OpenID Connect: the authorization code flow with PKCE.
///
/// The state of a sign-in is encrypted in a cookie of the browser, so that the answer can reach any
/// server of the database. It is valid for ten minutes and for one sign-in: its nonce is stored as
/// used once the provider has confirmed it.
///
/// Source: [OpenID Connect Core 1.0, section 3.1](https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth),
/// [RFC 7636](https://www.rfc-editor.org/rfc/rfc7636), [RFC 9207](https://www.rfc-editor.org/rfc/rfc9207).
package struct ProviderSignIn: Sendable {
    /// The time in which a person has to sign in at the provider, and to enter what is missing.
    package static let timeLimit = Duration.seconds(600)
    /// The maximum size of a parameter of the provider's answer, in bytes.
    private static let maximumParameterBytes = 4096

    let provider: OpenIDProvider
    let auth: AuthService
    private let sealed: SealedValues

    init(provider: OpenIDProvider, auth: AuthService) {
        self.provider = provider
        self.auth = auth
        sealed = SealedValues(tokenKey: auth.tokenKey)
    }

    init(_ configuration: OpenIDConfiguration, auth: AuthService) {
        self.init(
            provider: OpenIDProvider(
                configuration: configuration,
                client: ProviderHTTPClient(clock: auth.dependencies.clock),
                wallClock: auth.dependencies.wallClock
            ),
            auth: auth
        )
    }

    /// The provider's name for people.
    package var name: String { provider.configuration.name }

    private var now: Instant { auth.dependencies.wallClock.now() }

    /// Begins a sign-in.
    ///
    /// - Parameters:
    ///   - purpose: what the sign-in is for.
    ///   - destination: the page to show afterwards; it is left out when it is too long.
    /// - Returns: where the browser goes, and the cookie that it keeps.
    /// - Throws: ``ProviderSignInError`` when the provider cannot be reached.
    package func begin(
        _ purpose: ProviderSignInPurpose,
        destination: String?
    ) async throws -> ProviderSignInStart {
        let metadata = try await provider.currentMetadata()
        let secret = { base64URL(randomBytes(32, auth.dependencies.random)) }
        let pending = PendingSignIn(
            state: secret(),
            nonce: secret(),
            verifier: secret(),
            begunAt: now,
            destination: destination.flatMap { $0.utf8.count <= 1024 ? $0 : nil },
            purpose: purpose
        )
        guard let cookie = try sealed.seal(pending, "sign-in") else {
            throw ProviderSignInError.invalid("state too long")
        }
        let challenge = base64URL(Data(SHA256.hash(data: Data(pending.verifier.utf8))))
        var query = [
            ("response_type", "code"), ("client_id", provider.configuration.clientID),
            ("redirect_uri", provider.configuration.redirectURL), ("scope", "openid email"),
            ("state", pending.state), ("nonce", pending.nonce), ("code_challenge", challenge),
            ("code_challenge_method", "S256"),
        ]
        if case .confirm = purpose { query += [("prompt", "login"), ("max_age", "0")] }
        let endpoint = metadata.authorizationEndpoint
        return ProviderSignInStart(
            location: endpoint + (endpoint.contains("?") ? "&" : "?") + FormEncoding.encode(query),
            cookie: cookie
        )
    }

    /// Ends a sign-in with the parameters of the provider's answer.
    ///
    /// - Parameters:
    ///   - parameters: the values of the answer's query by name.
    ///   - cookie: the cookie of ``begin(_:destination:)``; `nil` when the browser sent none.
    ///   - client: the browser's `User-Agent`.
    ///   - address: the browser's network address, for the limits.
    /// - Returns: what happened, and the page to show.
    /// - Throws: ``ProviderSignInError``; `Problem` of the code `rate_limit`.
    package func finish(
        _ parameters: (String) -> String?,
        cookie: String?,
        client: String,
        from address: ClientAddress
    ) async throws -> ProviderSignInResult {
        let pending = try opened(cookie, state: parameters("state"))
        let code = try await checkedCode(parameters)
        try auth.limiter.admitProviderSignIn(from: address, now: now)
        let tokens = try await provider.tokens(code: code, verifier: pending.verifier)
        let claims = try await provider.verified(
            tokens.idToken,
            IDToken.Expectation(
                issuer: provider.configuration.issuer,
                clientID: provider.configuration.clientID,
                nonce: pending.nonce,
                accessToken: tokens.accessToken,
                begunAt: pending.begunAt,
                isFresh: pending.isConfirmation,
                now: now
            )
        )
        try await markUsed(pending)
        auth.limiter.providerSignInSucceeded(from: address)
        let origin = RequestOrigin(userAgent: client, address: address)
        let outcome = try await outcome(of: pending, claims, tokens, origin)
        return ProviderSignInResult(outcome: outcome, destination: pending.destination)
    }

    /// The sign-in of a cookie, if the answer belongs to it.
    private func opened(
        _ cookie: String?,
        state: String?
    ) throws(ProviderSignInError) -> PendingSignIn {
        guard let pending = cookie.flatMap({ sealed.open(PendingSignIn.self, $0, "sign-in") }),
            let state,
            isEqualInConstantTime(Data(state.utf8), Data(pending.state.utf8)),
            now < pending.begunAt + Self.timeLimit
        else { throw ProviderSignInError(.expired) }
        return pending
    }

    /// The code of the provider's answer.
    private func checkedCode(
        _ parameters: (String) -> String?
    ) async throws(ProviderSignInError) -> String {
        let metadata = try await provider.currentMetadata()
        if let issuer = parameters("iss") {
            guard issuer == metadata.issuer else { throw .invalid("iss of the answer") }
        } else if metadata.namesIssuerInAnswer == true {
            throw .invalid("no iss in the answer")
        }
        if let error = parameters("error") {
            switch error {
            case "access_denied", "login_required", "consent_required", "interaction_required":
                throw ProviderSignInError(.denied)
            case "server_error", "temporarily_unavailable":
                throw ProviderSignInError(.unreachable, "authorization error")
            default: throw .invalid("authorization error")
            }
        }
        guard let code = parameters("code"), !code.isEmpty,
            code.utf8.count <= Self.maximumParameterBytes
        else { throw .invalid("no code") }
        return code
    }

    /// Stores that a sign-in was finished.
    private func markUsed(_ pending: PendingSignIn) async throws {
        let hash = Array(SHA256.hash(data: Data("nonce".utf8) + Data(pending.nonce.utf8)))
        let mark = OneTimeCode(
            hash: hash,
            content: [],
            expiresAt: pending.begunAt + Self.timeLimit
        )
        guard try await auth.store.addCode(mark, now: now) else {
            throw ProviderSignInError(.expired)
        }
    }
}

// MARK: Accounts

extension ProviderSignIn {
    private func outcome(
        of pending: PendingSignIn,
        _ claims: IDToken,
        _ tokens: OpenIDProvider.Tokens,
        _ origin: RequestOrigin
    ) async throws -> ProviderSignInResult.Outcome {
        let identity = ProviderIdentity(issuer: claims.iss, subject: claims.sub)
        let known = try await auth.store.account(identity: identity)
        switch pending.purpose {
        case .confirm(let account, let session):
            guard let known, known.id == account else { throw ProviderSignInError(.identityTaken) }
            let new = try await start(known, origin)
            try await auth.store.endSession(account: account, id: session)
            return .signedIn(new)
        case .link(let account, let session):
            guard try await auth.store.isLive(session: session, account: account) else {
                throw ProviderSignInError(.expired)
            }
            let address = try await provider.address(of: claims, accessToken: tokens.accessToken)
            try await link(identity, address.email ?? "", account)
            return .linked
        case .signIn:
            if let known { return .signedIn(try await start(known, origin)) }
            let address = try await provider.address(of: claims, accessToken: tokens.accessToken)
            return try await join(identity, address, pending, origin)
        }
    }

    private func join(
        _ identity: ProviderIdentity,
        _ address: (email: String?, isVerified: Bool),
        _ pending: PendingSignIn,
        _ origin: RequestOrigin
    ) async throws -> ProviderSignInResult.Outcome {
        let email = EmailAddress.normalized(address.email ?? "")
        guard EmailAddress.violation(of: email) == nil else {
            throw ProviderSignInError(.noAddress)
        }
        guard address.isVerified else { throw ProviderSignInError(.unverifiedAddress) }
        let need: PendingIdentity.Need
        if let account = try await auth.store.account(email: email) {
            guard account.hasPassword else { throw ProviderSignInError(.addressTaken) }
            need = .password
        } else {
            switch auth.signUpPolicy {
            case .closed: throw ProviderSignInError(.signUpClosed)
            case .open:
                let account = try await create(identity, email, invite: nil, origin)
                return .signedIn(try await start(account, origin))
            case .invite: need = .invite
            }
        }
        let waiting = PendingIdentity(
            need: need,
            email: email,
            destination: pending.destination,
            issuer: identity.issuer,
            subject: identity.subject,
            expiresAtSeconds: (now + Self.timeLimit).seconds
        )
        guard let cookie = try sealed.seal(waiting, "identity") else {
            throw ProviderSignInError.invalid("identity too long")
        }
        return .pending(cookie: cookie)
    }

    /// The identity of a cookie that waits for its person; `nil` when it is too old.
    package func pending(_ cookie: String?) -> PendingIdentity? {
        guard let identity = cookie.flatMap({ sealed.open(PendingIdentity.self, $0, "identity") }),
            now.seconds < identity.expiresAtSeconds
        else { return nil }
        return identity
    }

    /// Signs in with what the person entered for a waiting identity, and links it.
    ///
    /// - Parameters:
    ///   - pending: the identity.
    ///   - entered: the password or the invite code.
    ///   - client: the browser's `User-Agent`.
    ///   - address: the browser's network address, for the limits.
    /// - Returns: the token of the new session.
    /// - Throws: `Problem` as ``BrowserSessions/signIn(_:client:from:)`` does, and of the code
    ///   `forbidden` for an invalid invite; ``ProviderSignInError``.
    package func complete(
        _ pending: PendingIdentity,
        entered: String,
        client: String,
        from address: ClientAddress
    ) async throws -> BrowserSessions.NewToken {
        let origin = RequestOrigin(userAgent: client, address: address)
        switch pending.need {
        case .password:
            let credentials = Credentials(email: pending.email, password: entered)
            let account = try await auth.signedIn(credentials, from: origin)
            try await link(pending.identity, pending.email, account.id)
            return try await start(account, origin)
        case .invite:
            let account = try await create(
                pending.identity,
                pending.email,
                invite: entered,
                origin
            )
            return try await start(account, origin)
        }
    }

    private func create(
        _ identity: ProviderIdentity,
        _ email: String,
        invite: String?,
        _ origin: RequestOrigin
    ) async throws -> Account {
        try await auth.createAccount(
            LinkedIdentity(identity: identity, email: email, linkedAt: now),
            invite: invite,
            from: origin
        )
        // Another answer for the same person may have created it.
        guard let account = try await auth.store.account(identity: identity) else {
            throw ProviderSignInError(.addressTaken)
        }
        return account
    }

    private func link(
        _ identity: ProviderIdentity,
        _ email: String,
        _ account: EntityID
    ) async throws {
        let shown = String(decoding: email.utf8.prefix(EmailAddress.maximumBytes), as: UTF8.self)
        let linked = LinkedIdentity(identity: identity, email: shown, linkedAt: now)
        switch try await auth.store.link(linked, account: account) {
        case .linked: return
        case .taken: throw ProviderSignInError(.identityTaken)
        case .tooMany: throw ProviderSignInError(.tooManyIdentities)
        }
    }

    private func start(
        _ account: Account,
        _ origin: RequestOrigin
    ) async throws -> BrowserSessions.NewToken {
        guard account.disabledAt == nil else { throw ProviderSignInError(.disabled) }
        return try await BrowserSessions(auth: auth).start(account, origin)
    }
}

// MARK: The account page

extension ProviderSignIn {
    /// How the owner of a session can sign in.
    package func state(
        of session: TokenSession
    ) async throws -> (hasPassword: Bool, isRecent: Bool, identities: [LinkedIdentity]) {
        guard let account = try await auth.store.account(id: session.account) else {
            throw ServerError.unknownAccount
        }
        return (
            account.hasPassword,
            try await AccountService(auth: auth)
                .isRecent(session: session.id, of: session.account),
            try await auth.store.identities(account: session.account)
        )
    }

    /// Confirms that the owner of a browser's session wants a change: by the password or, without
    /// one, by a recent sign-in.
    ///
    /// - Throws: `Problem` of the code `validation`.
    package func confirm(
        _ session: TokenSession,
        password: String,
        client: String,
        from address: ClientAddress
    ) async throws {
        _ = try await AccountService(auth: auth).confirm(
            password,
            field: "password",
            TrendyRequestContext.Identity(
                account: session.account,
                session: session.id,
                isBrowser: true
            ),
            RequestOrigin(userAgent: client, address: address)
        )
    }
}
