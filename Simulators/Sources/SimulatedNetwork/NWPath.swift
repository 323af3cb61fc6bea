// SimulatedNetwork: the part of Apple's Network that tells of the network, over a phone that a test
// drives. It does not carry the framework's name: packages for servers take a module of that name
// for Apple's, and do not build.

import SimulatedPhone

/// What the network is just now.
public struct NWPath: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
    /// Whether it can be used.
    public enum Status: Sendable {
        /// It can.
        case satisfied
        /// There is none.
        case unsatisfied
        /// It can once a connection is made.
        case requiresConnection
    }

    /// Why there is none.
    public enum UnsatisfiedReason: Sendable {
        /// Nobody says.
        case notAvailable
        /// The person does not let the app use cellular data.
        case cellularDenied
        /// The person does not let the app use wireless networks.
        case wifiDenied
        /// The person does not let the app use the local network.
        case localNetworkDenied
        /// The tunnel is closed.
        case vpnInactive
    }

    let network: PhoneNetwork

    /// Whether it can be used.
    public var status: Status { network.interface == nil ? .unsatisfied : .satisfied }

    /// Why there is none.
    public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }

    /// Whether it costs money.
    public var isExpensive: Bool { network.isExpensive }

    /// Whether the person asked apps to use little of it.
    public var isConstrained: Bool { network.isConstrained }

    /// Whether it goes over a kind of interface.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        network.interface.map { NWInterface.InterfaceType($0) } == type
    }

    /// For people.
    public var debugDescription: String {
        guard let interface = network.interface else { return "unsatisfied" }
        return "satisfied, \(interface.rawValue)\(isExpensive ? ", expensive" : "")"
            + "\(isConstrained ? ", constrained" : "")"
    }
}

/// What a network goes over.
public struct NWInterface: Sendable {
    /// The kinds of interfaces.
    public enum InterfaceType: Sendable {
        /// Something else.
        case other
        /// A wireless network nearby.
        case wifi
        /// The mobile network.
        case cellular
        /// A cable.
        case wiredEthernet
        /// The device itself.
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
