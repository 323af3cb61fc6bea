#if canImport(Network) || canImport(SimulatedNetwork)
import Dispatch
package import TrendySync
#if canImport(Network)
package import Network
#else
// The module cannot have the framework's name, by which other packages detect Apple platforms.
package import SimulatedNetwork
#endif

/// Monitors the network with `NWPathMonitor`.
package struct SystemNetworkMonitor: NetworkMonitor {
    private let makeMonitor: @Sendable () -> NWPathMonitor

    /// Creates a monitor of the device's network.
    ///
    /// - `makeMonitor`: creates a system monitor; each listener gets its own.
    package init(_ makeMonitor: @escaping @Sendable () -> NWPathMonitor = { NWPathMonitor() }) {
        self.makeMonitor = makeMonitor
    }

    /// The current path, then each change.
    package func paths() -> AsyncStream<NetworkPath> {
        // A slow listener needs only the newest path.
        let (stream, continuation) = AsyncStream.makeStream(
            of: NetworkPath.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let monitor = makeMonitor()
        monitor.pathUpdateHandler = { continuation.yield(NetworkPath($0)) }
        continuation.onTermination = { _ in monitor.cancel() }
        // A serial queue preserves the order.
        monitor.start(queue: .main)
        return stream
    }
}

extension NetworkPath {
    fileprivate init(_ path: NWPath) {
        self.init()
        isOnline = path.status == .satisfied
        isExpensive = path.isExpensive
        isConstrained = path.isConstrained
    }
}
#endif
