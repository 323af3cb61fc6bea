import HTTPTypes
import Hummingbird
import TrendyModel
import TrendyWire

/// Admits only requests with a valid access token of a live session, and requests that a part of
/// this process makes for an account.
///
/// The session is looked up for each request: an ended session is refused at once, even if its
/// token is still valid.
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
        if let identity = context.identity {
            guard try await store.isLive(identity) else { throw AccessTokens.refusal }
            return try await next(request, context)
        }
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

extension ServerStore {
    /// Whether an identity may still act: its session is live or, without one, its account is
    /// neither disabled nor deleted.
    func isLive(_ identity: TrendyRequestContext.Identity) async throws -> Bool {
        guard let session = identity.session else {
            return try await account(id: identity.account).map { $0.disabledAt == nil } ?? false
        }
        return try await isLive(session: session, account: identity.account)
    }
}

/// Extracts the token of an `Authorization: Bearer` header (RFC 6750, section 2.1).
func bearerToken(_ header: String?) -> String? {
    let scheme = "bearer "
    guard let header, header.prefix(scheme.count).lowercased() == scheme else { return nil }
    return String(header.dropFirst(scheme.count))
}
