import Crypto
import Foundation
import Logging
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

/// A provider, and the sign-in of a server through it.
struct ProviderFixture: Sendable {
    let world: TestWorld
    let provider: TestProvider
    let store: SQLiteStore
    let auth: AuthService
    let signIn: ProviderSignIn
    private let path: String

    static let password = "correct horse"

    /// Runs a server and a provider during the body.
    static func run(
        signUp: SignUpPolicy = .open,
        deadline: Duration = .seconds(60),
        secret: String? = TestProvider.secret,
        _ body: @escaping @Sendable (ProviderFixture) async throws -> Void
    ) async throws {
        let world = TestWorld()
        try await TestProvider.run(clock: world.clock) { provider in
            let path = try temporaryFile()
            let store = try SQLiteStore(path: path, random: world.random)
            let auth = try await auth(store, world, signUp)
            try await body(
                ProviderFixture(
                    world: world,
                    provider: provider,
                    store: store,
                    auth: auth,
                    signIn: try signIn(provider, auth, deadline, secret),
                    path: path
                )
            )
        }
    }

    private static func auth(
        _ store: SQLiteStore,
        _ world: TestWorld,
        _ signUp: SignUpPolicy
    ) async throws -> AuthService {
        AuthService(
            store: store,
            tokens: try await AccessTokens(store.secrets),
            hasher: PasswordHasher(cost: .test, threads: 0),
            limiter: SignInLimiter(
                limits: SignInLimits(),
                random: world.random,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ),
            signUpPolicy: signUp,
            dependencies: world.dependencies
        )
    }

    private static func signIn(
        _ provider: TestProvider,
        _ auth: AuthService,
        _ deadline: Duration,
        _ secret: String?
    ) throws -> ProviderSignIn {
        ProviderSignIn(
            provider: OpenIDProvider(
                configuration: try provider.configuration(secret: secret),
                client: ProviderHTTPClient(clock: ContinuousClock(), deadline: deadline),
                wallClock: auth.dependencies.wallClock
            ),
            auth: auth
        )
    }

    /// The sign-in of another server on the same database.
    func otherServer() async throws -> ProviderSignIn {
        let store = try SQLiteStore(path: path, random: world.random)
        return try Self.signIn(
            provider,
            try await Self.auth(store, world, auth.signUpPolicy),
            .seconds(60),
            TestProvider.secret
        )
    }

    /// Signs a person in: begins, agrees at the provider, and ends.
    func run(
        _ purpose: ProviderSignInPurpose = .signIn,
        destination: String? = nil,
        edit: (inout [String: String]) -> Void = { _ in }
    ) async throws -> ProviderSignInResult {
        let start = try await signIn.begin(purpose, destination: destination)
        var answer = try provider.answer(to: start)
        edit(&answer)
        return try await finish(answer, cookie: start.cookie)
    }

    func finish(
        _ answer: [String: String],
        cookie: String?,
        at server: ProviderSignIn? = nil
    ) async throws -> ProviderSignInResult {
        try await (server ?? signIn).finish(
            { answer[$0] },
            cookie: cookie,
            client: "Browser",
            from: .unknown
        )
    }

    /// The session of a token.
    func session(_ outcome: ProviderSignInResult.Outcome) async throws -> TokenSession {
        guard case .signedIn(let new) = outcome else {
            throw Unexpected(outcome: "\(outcome)")
        }
        return try #require(try await BrowserSessions(auth: auth).session(of: new.token))
    }

    /// An account with a password, and a browser's session of it.
    func account(_ email: String = "ada@example.com") async throws -> TokenSession {
        let sessions = BrowserSessions(auth: auth)
        let credentials = Credentials(email: email, password: Self.password)
        try await sessions.signUp(credentials, client: "Browser", from: .unknown)
        let new = try await sessions.signIn(credentials, client: "Browser", from: .unknown)
        return try #require(try await sessions.session(of: new.token))
    }

    /// The code of the error of a sign-in, whatever it was.
    func failure(
        _ body: () async throws -> ProviderSignInResult
    ) async throws -> ProviderSignInError.Code? {
        do {
            _ = try await body()
            return nil
        } catch let error as ProviderSignInError {
            return error.code
        }
    }

    struct Unexpected: Error {
        let outcome: String
    }
}

/// A registration at a provider that does not run any more.
enum ProviderFixtureConfiguration {
    static func ofStoppedProvider() async throws -> OpenIDConfiguration {
        try await TestProvider.run(clock: TestClock()) { try $0.configuration() }
    }
}

/// The left half of a SHA-256 hash, as `at_hash` has it.
func leftHalf(of data: Data) -> String {
    base64URL(Data(SHA256.hash(data: data).prefix(16)))
}
