import HTTPTypes
import Hummingbird
import TrendyModel
import TrendyWire

/// Lets through only requests with a valid access token, and says whose it is.
struct AuthMiddleware: RouterMiddleware {
    typealias Context = TrendyRequestContext

    let tokens: AccessTokens
    let wallClock: any WallClock

    func handle(
        _ request: Request,
        context: TrendyRequestContext,
        next: (Request, TrendyRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let header = request.headers[.authorization],
            header.lowercased().hasPrefix("bearer ")
        else { throw Problem(.unauthorized, detail: "An access token is needed. Sign in.") }
        let token = String(header.dropFirst("bearer ".count))
        let (account, session) = try await tokens.read(token, now: wallClock.now())
        var context = context
        context.identity = TrendyRequestContext.Identity(account: account, session: session)
        return try await next(request, context)
    }
}
