import Hummingbird
import TrendyModel
import TrendyWire

/// The routes of accounts and sessions, in the shape of GoTrue's.
struct AuthRoutes: Sendable {
    let service: AuthService

    /// Adds what needs no session.
    func addOpen(to group: RouterGroup<TrendyRequestContext>) {
        group.post(RouterPath(Route.signUp)) { request, _ in
            try Response.json(
                encoding: try await service.signUp(try await request.decode(Credentials.self))
            )
        }
        group.post(RouterPath(Route.token), use: token)
        group.get(RouterPath(Route.keys)) { _, _ in Response.json(bytes: service.tokens.keySet) }
    }

    /// Adds what needs a session.
    func add(to group: RouterGroup<TrendyRequestContext>) {
        group.get(RouterPath(Route.user)) { _, context in
            try Response.json(encoding: try await service.user(context.account))
        }
        group.post(RouterPath(Route.signOut)) { _, context in
            let who = try context.signedIn
            try await service.signOut(account: who.account, session: who.session)
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
            return try Response.json(
                encoding: try await service.signIn(try await request.decode(Credentials.self))
            )
        case "refresh_token":
            let body = try await request.decode(RefreshRequest.self)
            return try Response.json(encoding: try await service.refresh(body.refreshToken))
        default:
            throw Problem(
                .validation,
                detail: "grant_type is not valid.",
                errors: [
                    FieldError(
                        code: "invalid",
                        field: "grant_type",
                        message: "must be password or refresh_token"
                    )
                ]
            )
        }
    }
}
