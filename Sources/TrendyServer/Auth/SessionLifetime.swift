import TrendyModel

/// How long sessions and their tokens are valid.
package enum SessionLifetime {
    /// The lifetime of a session that is not refreshed.
    package static let unused = Duration.seconds(180 * 86_400)
    /// The interval at which the use of a browser's session is stored.
    package static let useInterval = Duration.seconds(86_400)
    /// The lifetime of an access token in seconds.
    static let accessTokenSeconds = 3600
    /// How long a rotated refresh token is accepted again, for a client that lost the answer.
    static let rotationGrace = Duration.seconds(10)
}
