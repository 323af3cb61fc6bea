package import Hummingbird
package import Logging
import TrendyModel
import TrendyWire

/// What a request carries along on its way.
package struct TrendyRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Who asks; set by ``AuthMiddleware``.
    var identity: Identity?
    /// The network address of the client that sent the request, for limits per client;
    /// ``ClientAddress/unknown`` when the request came over no socket.
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

    /// A context of a request that comes over no socket.
    package init(logger: Logger) {
        coreContext = CoreRequestContextStorage(source: NoSocket(logger: logger))
        clientAddress = .unknown
    }

    private struct NoSocket: RequestContextSource {
        var logger: Logger
    }

    /// The account; a problem on a route that the auth middleware does not guard.
    var account: EntityID {
        get throws(Problem) { try signedIn.account }
    }

    /// Who asks.
    var signedIn: Identity {
        get throws(Problem) {
            guard let identity else {
                throw Problem(.unauthorized, detail: "Sign in to do this.")
            }
            return identity
        }
    }
}
