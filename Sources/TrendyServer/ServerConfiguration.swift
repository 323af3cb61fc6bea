/// How a server is run.
public struct ServerConfiguration: Sendable {
    /// The address to listen on; loopback by default, since the server speaks plain HTTP and
    /// leaves TLS to what stands before it.
    public var host: String
    /// The port; 0 takes any that is free.
    public var port: Int
    /// The database's file; made when it does not exist, its directory must.
    public var databasePath: String

    /// Bundles the parts.
    public init(databasePath: String, host: String = "127.0.0.1", port: Int = 8080) {
        self.databasePath = databasePath
        self.host = host
        self.port = port
    }
}
