/// Settings of the simulated UIKit where Apple's behaviour is undocumented or varies.
///
/// The defaults are the documented or most often observed behaviour; the README states which.
public struct ApplicationBehavior: Sendable, Hashable {
    /// The background execution time that an app receives on request.
    public var backgroundTaskRuntime = Duration.seconds(30)
    /// The time between the expiration handlers and the end.
    public var expirationWarning = Duration.seconds(5)
    /// The time after a lock for which protected files remain readable.
    public var protectedDataDelay = Duration.seconds(10)

    /// The defaults.
    public init() {}
}
