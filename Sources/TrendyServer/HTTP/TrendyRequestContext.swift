package import Hummingbird
package import Logging
import TrendyModel
import TrendyWire

/// The context of a request: the identity and the address of the client.
package struct TrendyRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The signed-in account; ``AuthMiddleware`` sets it.
    var identity: Identity?
    /// The network address of the client, for per-client limits; ``ClientAddress/unknown`` for a
    /// request without a socket.
    package var clientAddress: ClientAddress

    /// The account and session of a valid access token.
    struct Identity: Sendable {
        let account: EntityID
        let session: EntityID
    }

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        clientAddress =
            source.channel.remoteAddress.flatMap(IPAddress.init).map(ClientAddress.init) ?? .unknown
    }

    /// Creates the context of a request without a socket.
    package init(logger: Logger) {
        coreContext = CoreRequestContextStorage(source: NoSocket(logger: logger))
        clientAddress = .unknown
    }

    private struct NoSocket: RequestContextSource {
        var logger: Logger
    }

    /// The account; throws a problem on a route without the auth middleware.
    var account: EntityID {
        get throws(Problem) { try signedIn.account }
    }

    /// The account and the session; throws a problem on a route without the auth middleware.
    var signedIn: Identity {
        get throws(Problem) {
            guard let identity else {
                throw Problem(.unauthorized, detail: "Sign in to do this.")
            }
            return identity
        }
    }
}
