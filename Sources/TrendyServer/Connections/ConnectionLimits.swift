/// Limits of the HTTP listener: the number of connections, and the time that clients may take.
///
/// The limits keep slow, idle and hostile clients from exhausting file descriptors, memory and
/// threads that other clients need.
package struct ConnectionLimits: Sendable {
    /// The maximum number of open connections.
    ///
    /// At the limit, accepting pauses and new clients wait in the kernel's queue. The server lowers
    /// the limit when the process may not open that many files.
    package var connections = 1024
    /// The maximum number of open connections of one client address; an IPv6 /64 is one address.
    ///
    /// Further connections are closed as soon as they are accepted. Trusted proxies are exempt,
    /// because all clients share their address.
    package var connectionsPerAddress = 64
    /// Whether loopback clients, which usually are proxies, are exempt from
    /// ``connectionsPerAddress``.
    package var exemptsLoopback = true
    /// The time from the start of a connection to the complete head of the first request, including
    /// a TLS handshake.
    package var headTimeout = Duration.seconds(10)
    /// The time from the end of a response to the complete head of the next request.
    ///
    /// It is longer than clients keep idle connections (async-http-client: 60 s), so that no client
    /// sends a request on a connection that the server is closing.
    package var idleTimeout = Duration.seconds(75)
    /// The time in which a request body must end or reach ``minimumBodyRate`` on average.
    ///
    /// It restarts each time that the body reached the rate. Time in which the server itself does
    /// not read does not count.
    package var bodyWindow = Duration.seconds(30)
    /// The minimum bytes per second of a body, on average over each ``bodyWindow``.
    package var minimumBodyRate = 1024
    /// The time without write progress after which the server closes a connection.
    package var writeTimeout = Duration.seconds(30)

    /// The maximum size of one header field, in bytes.
    static let headerFieldSize = 16 * 1024
    /// The maximum size of all header fields of a request, in bytes.
    static let headerListSize = 32 * 1024
    /// The maximum number of header fields of a request.
    static let headerFieldCount = 100
    /// The backlog: connections that wait in the kernel to be accepted.
    static let backlog = 256
    /// Water marks of unsent response bytes: the server pauses producing a response above the upper
    /// and resumes below the lower.
    static let writeBuffer = 32 * 1024...64 * 1024
    /// The kernel's send buffer of a connection, in bytes: what the server buffers for a client
    /// that reads nothing.
    static let sendBuffer = 128 * 1024
    /// File descriptors reserved for the database, its log, certificates and the runtime.
    static let reservedDescriptors = 128
    /// The pause of accepting after the system had no descriptor or memory for a connection.
    static let exhaustionPause = Duration.seconds(1)
    /// The time without refusals after which a limit counts as no longer reached; it bounds the log
    /// to one pair of lines per limit in that time.
    static let quietPeriod = Duration.seconds(60)

    /// Creates the limits for a public server.
    package init() {}

    /// The bytes that a body must deliver in each ``bodyWindow``.
    var bodyWindowBytes: Int {
        max(1, Int((Double(minimumBodyRate) * (bodyWindow / .seconds(1))).rounded(.up)))
    }
}
