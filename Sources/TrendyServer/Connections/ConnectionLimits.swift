/// Limits of the HTTP listener: how many connections it holds, and how long a client may take.
///
/// The limits keep slow, idle and hostile clients from using up file descriptors, memory and
/// threads that other clients need.
public struct ConnectionLimits: Sendable {
    /// The connections held at once.
    ///
    /// Accepting pauses at the limit, so that new clients wait in the kernel's queue. It is lowered
    /// when the process may not open that many files.
    public var connections = 1024
    /// The connections held at once for one client address; an IPv6 /64 is one.
    ///
    /// More are closed as soon as they are accepted. Trusted proxies are exempt, since all clients
    /// share theirs.
    public var connectionsPerAddress = 64
    /// Whether clients of this machine, which usually are proxies, are exempt from
    /// ``connectionsPerAddress``.
    public var exemptsLoopback = true
    /// The time from the start of a connection until the whole head of the first request, a TLS
    /// handshake included.
    public var headTimeout = Duration.seconds(10)
    /// The time from the end of a response until the whole head of the next request.
    ///
    /// It is longer than clients keep idle connections (async-http-client: 60 s), so that none
    /// sends a request on a connection that is being closed.
    public var idleTimeout = Duration.seconds(75)
    /// The time in which a request's body must end or bring ``minimumBodyRate`` on average.
    ///
    /// It begins anew each time that the body brought as much. Time in which the server itself does
    /// not read is not counted.
    public var bodyWindow = Duration.seconds(30)
    /// The least bytes a second of a body, on average over each ``bodyWindow``.
    public var minimumBodyRate = 1024
    /// A client that takes no byte of its response for so long is closed.
    public var writeTimeout = Duration.seconds(30)

    /// The largest field of a request's head, in bytes.
    static let headerFieldSize = 16 * 1024
    /// The largest sum of a head's fields, in bytes.
    static let headerListSize = 32 * 1024
    /// The most fields of a head.
    static let headerFieldCount = 100
    /// Connections that wait in the kernel to be accepted.
    static let backlog = 256
    /// A response is produced only while fewer bytes than this wait to be sent.
    static let writeBuffer = 32 * 1024...64 * 1024
    /// The kernel's send buffer of a connection, in bytes: what a client that reads nothing holds.
    static let sendBuffer = 128 * 1024
    /// File descriptors kept for the database, its log, certificates and the runtime.
    static let reservedDescriptors = 128
    /// The pause of accepting after the system had no descriptor or memory for a connection.
    static let exhaustionPause = Duration.seconds(1)
    /// A limit counts as no longer reached when it refused nothing for so long; at most one pair
    /// of log lines is written in that time.
    static let quietPeriod = Duration.seconds(60)

    /// The limits that a public server should use.
    public init() {}

    /// The bytes that a body must bring in each ``bodyWindow``.
    var bodyWindowBytes: Int {
        max(1, Int((Double(minimumBodyRate) * (bodyWindow / .seconds(1))).rounded(.up)))
    }
}
