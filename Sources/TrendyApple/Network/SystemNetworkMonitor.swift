#if canImport(Network) || canImport(SimulatedNetwork)
import Dispatch
public import TrendySync
#if canImport(Network)
public import Network
#else
// It cannot have the framework's name, by which other packages know Apple's platforms.
public import SimulatedNetwork
#endif

/// The network by `NWPathMonitor`.
public struct SystemNetworkMonitor: NetworkMonitor {
    private let makeMonitor: @Sendable () -> NWPathMonitor

    /// A monitor of the device's network.
    ///
    /// - `makeMonitor`: makes a monitor of the system's; each listener has one of its own.
    public init(_ makeMonitor: @escaping @Sendable () -> NWPathMonitor = { NWPathMonitor() }) {
        self.makeMonitor = makeMonitor
    }

    /// The present path first, then each other one.
    public func paths() -> AsyncStream<NetworkPath> {
        // Only the newest counts for somebody who comes late.
        let (stream, continuation) = AsyncStream.makeStream(
            of: NetworkPath.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let monitor = makeMonitor()
        monitor.pathUpdateHandler = { continuation.yield(NetworkPath($0)) }
        continuation.onTermination = { _ in monitor.cancel() }
        // A queue that keeps the order.
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
