/// The network that a device has.
public struct PhoneNetwork: Sendable, Hashable {
    /// What it goes over.
    public enum Interface: String, Sendable, Hashable {
        /// A wireless network nearby.
        case wiFi
        /// The mobile network.
        case cellular
        /// A cable.
        case wired
    }

    /// What it goes over; `nil` when there is no network.
    public var interface: Interface?
    /// Whether it costs money.
    public var isExpensive: Bool
    /// Whether the person asked apps to use little of it.
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

    /// None at all.
    public static let none = PhoneNetwork(over: nil)
    /// One without limits.
    public static let wiFi = PhoneNetwork(over: .wiFi)
    /// One that costs money.
    public static let cellular = PhoneNetwork(over: .cellular, isExpensive: true)
}
