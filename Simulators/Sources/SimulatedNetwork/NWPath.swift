// SimulatedNetwork: the path monitoring of Apple's Network framework, over a simulated phone. It
// does not carry the framework's name, because server packages treat a module of that name as
// Apple's and fail to build.

import SimulatedPhone

/// A state of the network path.
public struct NWPath: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
    /// Whether the path is usable.
    public enum Status: Sendable {
        /// Usable.
        case satisfied
        /// No network.
        case unsatisfied
        /// Usable after a connection is established.
        case requiresConnection
    }

    /// The reason for an unsatisfied path.
    public enum UnsatisfiedReason: Sendable {
        /// No reason available.
        case notAvailable
        /// The person denies the app cellular data.
        case cellularDenied
        /// The person denies the app Wi-Fi.
        case wifiDenied
        /// The person denies the app the local network.
        case localNetworkDenied
        /// The VPN is inactive.
        case vpnInactive
    }

    let network: PhoneNetwork

    /// Whether the path is usable.
    public var status: Status { network.interface == nil ? .unsatisfied : .satisfied }

    /// The reason for an unsatisfied path.
    public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }

    /// Whether the path is expensive, such as cellular.
    public var isExpensive: Bool { network.isExpensive }

    /// Whether Low Data Mode is on.
    public var isConstrained: Bool { network.isConstrained }

    /// Whether the path uses a kind of interface.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        network.interface.map { NWInterface.InterfaceType($0) } == type
    }

    /// A description for debugging.
    public var debugDescription: String {
        guard let interface = network.interface else { return "unsatisfied" }
        return "satisfied, \(interface.rawValue)\(isExpensive ? ", expensive" : "")"
            + "\(isConstrained ? ", constrained" : "")"
    }
}

/// A network interface.
public struct NWInterface: Sendable {
    /// A kind of interface.
    public enum InterfaceType: Sendable {
        /// Something else.
        case other
        /// Wi-Fi.
        case wifi
        /// Cellular.
        case cellular
        /// Wired Ethernet.
        case wiredEthernet
        /// Loopback.
        case loopback
    }
}

extension NWInterface.InterfaceType {
    init(_ interface: PhoneNetwork.Interface) {
        switch interface {
        case .wiFi: self = .wifi
        case .cellular: self = .cellular
        case .wired: self = .wiredEthernet
        }
    }
}
