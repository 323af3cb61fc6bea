/// The network and power conditions under which sync runs.
public struct SyncConditions: Sendable, Equatable {
    /// Whether the device has a network connection.
    public var isOnline = true
    /// Whether the network is expensive: cellular or a personal hotspot.
    public var isExpensive = false
    /// Whether the person enabled Low Data Mode.
    public var isConstrained = false
    /// Whether the person enabled Low Power Mode.
    public var isLowPower = false
    /// Whether the device is charging.
    public var isCharging = false

    /// Whether the app is in the background.
    ///
    /// Syncs then run only when background time is granted.
    public var isInBackground = false

    /// Whether only syncs that the person waits for should use the network.
    public var isNetworkRestricted: Bool { isExpensive || isConstrained }

    /// Whether a change stream may stay open; without it, changes are fetched periodically.
    public var allowStreams: Bool {
        isOnline && !isConstrained && !isLowPower && !isInBackground
    }

    /// Creates unrestricted conditions.
    public init() {}
}
