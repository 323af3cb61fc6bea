import Hummingbird
import TrendyModel
import TrendyWire

/// The routes of accounts and sessions, compatible with GoTrue.
struct AuthRoutes: Sendable {
    let service: AuthService
    let settings: ServerSettings

    private var accounts: AccountService { AccountService(auth: service) }

    /// The answer to every accepted sign-up, whether or not the address was taken.
    private static let signUpAnswer = Array(
        #"{"message":"If no account had this address, there is one now. Sign in with it."}"#.utf8
    )

    /// Adds the routes without a session.
    func addOpen(to group: RouterGroup<TrendyRequestContext>) {
        group.post(RouterPath(Route.signUp)) { request, context in
            let credentials = try await request.decode(Credentials.self)
            try await service.signUp(credentials, from: context.origin(of: request))
            return Response.json(bytes: Self.signUpAnswer)
        }
        group.post(RouterPath(Route.token), use: token)
        group.get(RouterPath(Route.settings)) { _, _ in
            try Response.json(encoding: settings)
        }
        group.get(RouterPath(Route.keys)) { _, _ in
            let now = service.dependencies.wallClock.now()
            return Response.json(bytes: service.tokens.keySet(now: now))
        }
    }

    /// Adds the routes that need a session.
    func add(to group: RouterGroup<TrendyRequestContext>) {
        group.get(RouterPath(Route.user)) { _, context in
            try Response.json(encoding: try await service.user(context.account))
        }
        group.put(RouterPath(Route.user)) { request, context in
            let change = try await request.decode(PasswordChange.self)
            let identity = try context.signedIn
            try await accounts.changePassword(
                change,
                of: identity,
                from: context.origin(of: request)
            )
            return try Response.json(encoding: try await service.user(identity.account))
        }
        group.delete(RouterPath(Route.user)) { request, context in
            try await accounts.delete(
                try await request.decode(PasswordConfirmation.self),
                of: try context.signedIn,
                from: context.origin(of: request)
            )
            return Response(status: .noContent)
        }
        group.post(RouterPath(Route.signOut)) { request, context in
            let scope = try request.value("scope", "must be local, others or global") {
                SignOutScope(rawValue: $0)
            }
            try await accounts.signOut(scope ?? .local, of: try context.signedIn)
            return Response(status: .noContent)
        }
        group.get(RouterPath(Route.sessions)) { _, context in
            try Response.json(encoding: try await accounts.sessions(of: try context.signedIn))
        }
        group.delete(RouterPath("\(Route.sessions)/:id")) { _, context in
            let id = try context.parameters.id()
            let isEnded = try await service.store.endSession(account: context.account, id: id)
            guard isEnded else { throw Problem.notFound }
            return Response(status: .noContent)
        }
    }

    @Sendable
    private func token(
        _ request: Request,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        switch request.query("grant_type") {
        case "password":
            let credentials = try await request.decode(Credentials.self)
            return try Response.json(
                encoding: try await service.signIn(credentials, from: context.origin(of: request))
            )
        case "refresh_token":
            let body = try await request.decode(RefreshRequest.self)
            return try Response.json(encoding: try await service.refresh(body.refreshToken))
        case "pkce":
            let exchange = try await request.decode(CodeExchange.self)
            let programs = ProgramSignIn(auth: service)
            return try Response.json(
                encoding: try await programs.exchange(exchange, from: context.origin(of: request))
            )
        default:
            throw Problem(
                .validation,
                detail: "grant_type is not valid.",
                errors: [
                    FieldError(
                        code: "invalid",
                        field: "grant_type",
                        message: "must be password, refresh_token or pkce"
                    )
                ]
            )
        }
    }
}

extension TrendyRequestContext {
    /// The origin of a request, for sign-in limits and the session list.
    func origin(of request: Request) -> RequestOrigin {
        RequestOrigin(userAgent: request.headers[.userAgent] ?? "", address: clientAddress)
    }
}
