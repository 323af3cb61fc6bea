/// How a server is run.
public struct ServerConfiguration: Sendable {
    /// The address to listen on; loopback by default, since the server speaks plain HTTP and
    /// leaves TLS to what stands before it.
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
    /// Limits of what one account may take of the server's time and memory.
    package var limits = WorkLimits()

    /// Bundles the parts.
    public init(
        databasePath: String,
        isRestored: Bool = false,
        minimumContract: Int = 1,
        host: String = "127.0.0.1",
        port: Int = 8080
    ) {
        self.databasePath = databasePath
        self.isRestored = isRestored
        self.minimumContract = minimumContract
        self.host = host
        self.port = port
    }
}
