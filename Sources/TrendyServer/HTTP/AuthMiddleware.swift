import HTTPTypes
import Hummingbird
import TrendyModel
import TrendyWire

/// Lets through only requests with a valid access token of a session that goes on.
///
/// The session is looked up for each request: an ended one is refused at once, whatever its token
/// says.
struct AuthMiddleware: RouterMiddleware {
    typealias Context = TrendyRequestContext

    let tokens: AccessTokens
    let store: any ServerStore
    let wallClock: any WallClock

    func handle(
        _ request: Request,
        context: TrendyRequestContext,
        next: (Request, TrendyRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let token = bearerToken(request.headers[.authorization]) else {
            throw AccessTokens.refusal
        }
        let (account, session) = try await tokens.read(token, now: wallClock.now())
        guard try await store.isLive(session: session, account: account) else {
            throw AccessTokens.refusal
        }
        var context = context
        context.identity = TrendyRequestContext.Identity(account: account, session: session)
        return try await next(request, context)
    }
}

/// The token of an `Authorization: Bearer` header (RFC 6750, section 2.1).
func bearerToken(_ header: String?) -> String? {
    let scheme = "bearer "
    guard let header, header.prefix(scheme.count).lowercased() == scheme else { return nil }
    return String(header.dropFirst(scheme.count))
}
