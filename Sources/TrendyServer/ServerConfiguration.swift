import TrendyWire

/// Configuration of a server.
package struct ServerConfiguration: Sendable {
    /// The address to listen on; loopback by default.
    ///
    /// For other addresses, set a ``certificate`` or put a TLS proxy before the server.
    package var host: String
    /// The port; 0 selects a free port.
    package var port: Int
    /// The path of the database.
    ///
    /// The file is created if it does not exist; its directory must exist.
    package var databasePath: String
    /// Whether the database was restored from a backup: clients then read everything again and
    /// upload what the backup lacks.
    package var isRestored: Bool
    /// The oldest supported version of the contract.
    ///
    /// Older apps ask for an update and keep their recorded data.
    package var minimumContract: Int
    /// The certificate and key of TLS, reloaded when they change; `nil` for plain HTTP.
    package var certificate: CertificateFiles?
    /// The interval of checks of the certificate files.
    package var certificateInterval = Duration.seconds(5)
    /// Limits of connections and of client timeouts.
    package var connectionLimits: ConnectionLimits
    /// The proxies whose `X-Forwarded-For` names the client of a request.
    package var trustedProxies: Set<IPAddress>
    /// The time that requests in flight have to end after a stop request.
    package var shutdownTimeout: Duration
    /// The time between a stop request and the end of the listener, in which the server is not ready
    /// and still serves, so that proxies send requests elsewhere.
    package var drainTime = Duration.zero
    /// Limits of the server time and memory of one account.
    package var workLimits = WorkLimits()
    /// The policy for new accounts.
    package var signUpPolicy = SignUpPolicy.open
    /// Limits of password attempts and sign-ups.
    package var signInLimits = SignInLimits()
    /// The storage quota of one account.
    package var quota = AccountQuota()

    /// The address and port of the metrics for Prometheus; `nil` serves none.
    ///
    /// They are not for the public. Port 0 selects a free port.
    package var metricsAddress: (host: String, port: Int)?

    /// Where the server sends the traces of its requests; `nil` for nowhere.
    package var traces: TraceConfiguration?

    /// The provider through which people can sign in to the pages; `nil` for passwords only.
    package var openID: OpenIDConfiguration?

    /// Creates a configuration.
    package init(
        databasePath: String,
        isRestored: Bool = false,
        minimumContract: Int = 1,
        host: String = "127.0.0.1",
        port: Int = 8080,
        certificate: CertificateFiles? = nil,
        connectionLimits: ConnectionLimits = ConnectionLimits(),
        trustedProxies: Set<IPAddress> = [],
        shutdownTimeout: Duration = .seconds(10)
    ) {
        self.databasePath = databasePath
        self.isRestored = isRestored
        self.minimumContract = minimumContract
        self.host = host
        self.port = port
        self.certificate = certificate
        self.connectionLimits = connectionLimits
        self.trustedProxies = trustedProxies
        self.shutdownTimeout = shutdownTimeout
    }

    /// What programs have to know before a sign-in.
    func settings(hasPages: Bool) -> ServerSettings {
        ServerSettings(hasPages: hasPages, providerName: openID?.name)
    }
}
