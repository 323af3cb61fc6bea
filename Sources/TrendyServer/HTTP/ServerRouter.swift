package import Hummingbird
package import Logging
import NIOPosix
package import TrendyModel
import TrendyWire

/// Builds the router of all routes over a store.
///
/// Tests and simulations call it without a socket.
///
/// - Parameters:
///   - store: the data.
///   - secrets: the signing keys.
///   - loadSecrets: reads the keys again; `nil` when they do not change.
///   - hasher: hashes passwords, with its own cost and threads.
///   - dependencies: clocks, random numbers and ids.
///   - signUpPolicy: the policy for new accounts.
///   - signInLimits: limits of password attempts and sign-ups.
///   - logger: receives reached limits, without personal data.
///   - minimumContract: the oldest supported version of the contract.
///   - limits: the server time and memory that one account may use.
///   - heartbeat: the interval of comments on an idle stream of changes.
/// - Returns: the router, ready to build its responder.
/// - Throws: when the signing key is invalid.
package func buildRouter(
    store: any ServerStore,
    secrets: ServerSecrets,
    loadSecrets: (@Sendable () async throws -> ServerSecrets)? = nil,
    hasher: PasswordHasher,
    dependencies: Dependencies,
    signUpPolicy: SignUpPolicy = .open,
    signInLimits: SignInLimits = SignInLimits(),
    logger: Logger = Logger(label: "trendy.server"),
    minimumContract: Int = 1,
    limits: WorkLimits = WorkLimits(),
    heartbeat: Duration = .seconds(15)
) async throws -> Router<TrendyRequestContext> {
    let auth = AuthService(
        store: store,
        tokens: try await AccessTokens(secrets, load: loadSecrets),
        hasher: hasher,
        limiter: SignInLimiter(limits: signInLimits, random: dependencies.random, logger: logger),
        signUpPolicy: signUpPolicy,
        dependencies: dependencies
    )
    return buildRouter(
        auth: auth,
        minimumContract: minimumContract,
        limits: limits,
        heartbeat: heartbeat
    )
}

/// Builds the router of all routes over a service of accounts and its store.
func buildRouter(
    auth service: AuthService,
    minimumContract: Int,
    limits: WorkLimits,
    heartbeat: Duration = .seconds(15),
    settings: ServerSettings = ServerSettings(hasPages: false),
    metrics: ServerMetrics = ServerMetrics(),
    draining: Draining = Draining()
) -> Router<TrendyRequestContext> {
    let (store, dependencies) = (service.store, service.dependencies)
    let router = Router(
        context: TrendyRequestContext.self,
        options: .autoGenerateHeadEndpoints
    )
    let routes = RouteTable()
    router.add(
        middleware: ProblemMiddleware(
            dependencies: dependencies,
            routes: routes,
            metrics: metrics
        )
    )
    router.add(middleware: VersionMiddleware(minimum: minimumContract))

    let open = router.group()
    addHealthRoutes(
        to: open,
        readiness: ReadinessCheck(store: store, clock: dependencies.clock),
        draining: draining
    )
    open.get(RouterPath(Route.openAPI)) { _, _ in Response.json(bytes: OpenAPIDocument.json) }
    let auth = AuthRoutes(service: service, settings: settings)
    auth.addOpen(to: open)

    let guarded = router.group()
        .add(
            middleware: AuthMiddleware(
                tokens: service.tokens,
                store: store,
                wallClock: dependencies.wallClock
            )
        )
        .add(middleware: AccountLimitsMiddleware(limits: limits))
    auth.add(to: guarded)
    SyncRoutes(
        store: store,
        dependencies: dependencies,
        limits: limits,
        heartbeat: heartbeat,
        metrics: metrics,
        draining: draining
    ).add(to: guarded)
    EntityRoutes(store: store, dependencies: dependencies, metrics: metrics).add(to: guarded)
    OnboardingRoutes(store: store, wallClock: dependencies.wallClock).add(to: guarded)
    routes.fill(router.routes.map { ($0.path.description, $0.method) })
    return router
}

/// Adds the routes that report whether the server runs and whether it can use its store.
private func addHealthRoutes(
    to group: RouterGroup<TrendyRequestContext>,
    readiness: ReadinessCheck,
    draining: Draining
) {
    group.get(RouterPath(Route.health)) { _, _ in
        Response.json(bytes: Array("{\"ok\":true}".utf8))
    }
    group.get(RouterPath(Route.ready)) { _, context in
        if draining.isDraining {
            return try ProblemMiddleware.response(
                Problem(.unavailable, detail: "The server is about to stop.", retryAfter: 5)
            )
        }
        do {
            try await readiness.run()
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
}
