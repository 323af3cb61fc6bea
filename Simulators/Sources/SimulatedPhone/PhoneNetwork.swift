/// The network of a device.
public struct PhoneNetwork: Sendable, Hashable {
    /// The interface of a network.
    public enum Interface: String, Sendable, Hashable {
        /// Wi-Fi.
        case wiFi
        /// Cellular.
        case cellular
        /// Wired.
        case wired
    }

    /// The interface; `nil` when there is no network.
    public var interface: Interface?
    /// Whether the network is expensive.
    public var isExpensive: Bool
    /// Whether Low Data Mode is on.
    public var isConstrained: Bool

    /// A network.
    public init(
        over interface: Interface?,
        isExpensive: Bool = false,
        isConstrained: Bool = false
    ) {
        self.interface = interface
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// No network.
    public static let none = PhoneNetwork(over: nil)
    /// An unlimited Wi-Fi network.
    public static let wiFi = PhoneNetwork(over: .wiFi)
    /// An expensive cellular network.
    public static let cellular = PhoneNetwork(over: .cellular, isExpensive: true)
}
