package import Hummingbird
package import Logging
package import TrendyModel
import TrendyWire

/// The context of a request: the identity and the address of the client.
package struct TrendyRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The signed-in account; ``AuthMiddleware`` sets it.
    var identity: Identity?
    /// The network address of the client, for per-client limits; ``ClientAddress/unknown`` for a
    /// request without a socket.
    package var clientAddress: ClientAddress

    /// The account and session of a valid access token, or of a caller in this process.
    struct Identity: Sendable {
        let account: EntityID
        /// The session; `nil` for the server's own work for the account.
        let session: EntityID?
        /// Whether it is the session of a browser, for which a part of this process asks.
        var isBrowser = false
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

    /// Creates the context of a request that a part of this process makes for an account.
    ///
    /// No request of the network gets such a context.
    ///
    /// - Parameters:
    ///   - logger: receives failures, without personal data.
    ///   - account: the account, whose access the caller has verified.
    ///   - session: its session; `nil` for the server's own work for the account.
    ///   - clientAddress: the address of the client for which the request is made.
    package init(
        logger: Logger,
        account: EntityID,
        session: EntityID?,
        clientAddress: ClientAddress = .unknown
    ) {
        self.init(logger: logger)
        identity = Identity(account: account, session: session, isBrowser: session != nil)
        self.clientAddress = clientAddress
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
