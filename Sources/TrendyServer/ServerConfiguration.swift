/// How a server is run.
public struct ServerConfiguration: Sendable {
    /// The address to listen on; loopback by default.
    ///
    /// For others give a ``certificate``, or put a proxy that speaks TLS before the server.
    public var host: String
    /// The port; 0 takes any that is free.
    public var port: Int
    /// The database's file; made when it does not exist, its directory must.
    public var databasePath: String
    /// Whether the database was put back from a backup: clients then read everything anew, and
    /// bring to it what it lacks.
    public var isRestored: Bool
    /// The oldest version of the contract that is served; older apps are asked to update and keep
    /// what they have recorded.
    public var minimumContract: Int
    /// The certificate and key of TLS, reloaded when they change; without, the server speaks plain
    /// HTTP.
    public var certificate: CertificateFiles?
    /// The time between two looks at the certificate's files.
    public var certificateInterval = Duration.seconds(5)
    /// How many connections are held, and how long clients may take.
    public var connectionLimits: ConnectionLimits
    /// The proxies whose `X-Forwarded-For` names the client of a request.
    public var trustedProxies: Set<IPAddress>
    /// The time that requests in flight have to end after the server was asked to stop.
    public var shutdownTimeout: Duration
    /// Limits of what one account may take of the server's time and memory.
    package var workLimits = WorkLimits()
    /// Who may create an account.
    public var signUpPolicy = SignUpPolicy.open
    /// Limits of guessing passwords and of sign-ups.
    public var signInLimits = SignInLimits()
    /// What one account may hold.
    public var quota = AccountQuota()

    /// Bundles the parts.
    public init(
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
}
