/// The size and the waits of a pool.
package struct PostgresPoolLimits: Sendable {
    /// The number of connections, each with its thread.
    package var connections = 8
    /// The maximum number of callers that wait for a connection.
    package var waiting = 1024
    /// The time for one attempt to connect to all hosts.
    package var connectTime = Duration.seconds(5)
    /// The wait after the first failed attempt to connect; it doubles with each further one.
    package var firstDelay = Duration.milliseconds(100)
    /// The longest wait between two attempts to connect.
    package var maximumDelay = Duration.seconds(1)
    /// The time without a call after which a connection is checked.
    package var idleTime = Duration.seconds(30)
    /// The time for the answer to such a check.
    package var checkTime = Duration.seconds(5)

    /// Creates the default limits.
    package init() {}
}

/// The state of a pool, for metrics.
package struct PostgresPoolStatus: Sendable, Equatable {
    /// The number of established connections.
    package var connected: Int
    /// The number of connections without work.
    package var idle: Int
    /// The number of callers that wait for a connection.
    package var waiting: Int
}
