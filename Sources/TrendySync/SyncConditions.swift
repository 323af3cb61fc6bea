/// The network and power conditions under which sync runs.
package struct SyncConditions: Sendable, Equatable {
    /// Whether the device has a network connection.
    package var isOnline = true
    /// Whether the network is expensive: cellular or a personal hotspot.
    package var isExpensive = false
    /// Whether the person enabled Low Data Mode.
    package var isConstrained = false
    /// Whether the person enabled Low Power Mode.
    package var isLowPower = false
    /// Whether the device is charging.
    package var isCharging = false

    /// Whether the app is in the background.
    ///
    /// Syncs then run only when background time is granted.
    package var isInBackground = false

    /// Whether only syncs that the person waits for should use the network.
    package var isNetworkRestricted: Bool { isExpensive || isConstrained }

    /// Whether a change stream may stay open; without it, changes are fetched periodically.
    package var allowStreams: Bool {
        isOnline && !isConstrained && !isLowPower && !isInBackground
    }

    /// Creates unrestricted conditions.
    package init() {}
}
