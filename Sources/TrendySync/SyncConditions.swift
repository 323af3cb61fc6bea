/// What the device's surroundings allow sync to do.
public struct SyncConditions: Sendable, Equatable {
    /// Whether there is a network at all.
    public var isOnline = true
    /// Whether the network costs money: cellular, or another phone's.
    public var isExpensive = false
    /// Whether the person asked apps to use little of the network.
    public var isConstrained = false
    /// Whether the person asked apps to use little power.
    public var isLowPower = false
    /// Whether power is no concern.
    public var isCharging = false

    /// Whether the app is not on the screen: whoever has time then asks for a sync.
    public var isInBackground = false

    /// Whether only what somebody waits for should use the network.
    public var isNetworkRestricted: Bool { isExpensive || isConstrained }

    /// Whether a stream may be kept open; without one, what is new is fetched now and then.
    public var allowStreams: Bool {
        isOnline && !isConstrained && !isLowPower && !isInBackground
    }

    /// A network and a battery without any limits.
    public init() {}
}
