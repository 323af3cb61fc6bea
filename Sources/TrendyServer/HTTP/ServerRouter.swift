package import Hummingbird
package import Logging
import NIOPosix
package import TrendyModel
import TrendyWire

/// Builds the router of all routes over a store; tests and simulations call it without a socket.
///
/// - Parameters:
///   - store: the data.
///   - secrets: what tokens are signed with.
///   - hasher: hashes passwords; gives the cost and the threads.
///   - dependencies: time, chance and ids.
///   - signUpPolicy: who may create an account.
///   - signInLimits: limits of guessing and of sign-ups.
///   - logger: told of limits that are reached; never of what people entered.
///   - minimumContract: the oldest version of the contract that is served.
///   - limits: how much of the server's time and memory one account may take.
///   - heartbeat: after what time a stream of changes says something when nothing has changed.
/// - Returns: the router, ready to build its responder.
/// - Throws: when the signing key is none.
package func buildRouter(
    store: any ServerStore,
    secrets: ServerSecrets,
    hasher: PasswordHasher,
    dependencies: Dependencies,
    signUpPolicy: SignUpPolicy = .open,
    signInLimits: SignInLimits = SignInLimits(),
    logger: Logger = Logger(label: "trendy.server"),
    minimumContract: Int = 1,
    limits: WorkLimits = WorkLimits(),
    heartbeat: Duration = .seconds(15)
) async throws -> Router<TrendyRequestContext> {
    let tokens = try await AccessTokens(signingKey: secrets.signingKey)
    let service = AuthService(
        store: store,
        tokens: tokens,
        hasher: hasher,
        limiter: SignInLimiter(limits: signInLimits, random: dependencies.random, logger: logger),
        signUpPolicy: signUpPolicy,
        tokenKey: secrets.tokenKey,
        dependencies: dependencies
    )
    let router = Router(
        context: TrendyRequestContext.self,
        options: .autoGenerateHeadEndpoints
    )
    let routes = RouteTable()
    router.add(middleware: ProblemMiddleware(dependencies: dependencies, routes: routes))
    router.add(middleware: VersionMiddleware(minimum: minimumContract))

    let open = router.group()
    open.get(RouterPath(Route.health)) { _, _ in Response.json(bytes: Array("{\"ok\":true}".utf8)) }
    open.get(RouterPath(Route.ready)) { _, context in
        do {
            try await store.checkReadiness()
        } catch {
            let kind = ErrorKind.text(of: error)
            context.logger.error("The store is not ready", metadata: ["kind": .string(kind)])
            throw Problem(
                .unavailable,
                detail: "The database cannot be used (\(kind)).",
                retryAfter: 5
            )
        }
        return Response.json(bytes: Array("{\"ok\":true}".utf8))
    }
    let auth = AuthRoutes(service: service)
    auth.addOpen(to: open)

    let guarded = router.group()
        .add(
            middleware: AuthMiddleware(
                tokens: tokens,
                store: store,
                wallClock: dependencies.wallClock
            )
        )
        .add(middleware: AccountLimitsMiddleware(limits: limits))
    auth.add(to: guarded)
    SyncRoutes(store: store, dependencies: dependencies, limits: limits, heartbeat: heartbeat)
        .add(to: guarded)
    EntityRoutes(store: store, dependencies: dependencies).add(to: guarded)
    OnboardingRoutes(store: store, wallClock: dependencies.wallClock).add(to: guarded)
    routes.fill(router.routes.map { ($0.path.description, $0.method) })
    return router
}
