// SimulatedApplicationBehavior: the switches of the simulated UIKit.

/// How the simulated UIKit behaves where Apple's is not documented, or may differ.
///
/// The defaults are what is documented or was seen most often; the README says which is which.
public struct ApplicationBehavior: Sendable, Hashable {
    /// How long an app that asked for time runs in the background.
    public var backgroundTaskRuntime = Duration.seconds(30)
    /// How long before its end the expiration handlers are called.
    public var expirationWarning = Duration.seconds(5)
    /// How long after the device is locked protected files can still be read.
    public var protectedDataDelay = Duration.seconds(10)

    /// The defaults.
    public init() {}
}
