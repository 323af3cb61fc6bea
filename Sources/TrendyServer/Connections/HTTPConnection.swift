import NIOCore
import NIOExtras
import Synchronization

/// An accepted connection from its first to its last byte.
final class HTTPConnection: Sendable {
    /// An outbound event that closes a channel's socket at once, without a TLS close alert.
    struct Abort: Sendable {}

    /// The socket.
    let channel: any Channel
    private let registry: ConnectionRegistry
    private let address = Mutex<IPAddress?>(nil)

    init(channel: any Channel, registry: ConnectionRegistry) {
        self.channel = channel
        self.registry = registry
    }

    /// The remote address of the connection, also after it closed; `nil` without a network address.
    var peer: IPAddress? { address.withLock { $0 } }

    /// Registers the connected socket.
    ///
    /// - Returns: whether the connection is admitted; otherwise the caller closes it.
    func didBecomeActive(from remote: SocketAddress?) -> Bool {
        let peer = remote.flatMap(IPAddress.init)
        address.withLock { $0 = peer }
        return registry.admit(self, from: peer)
    }

    /// Closes the connection now if it is idle, or after its response.
    func quiesce() {
        channel.eventLoop.execute { [channel] in
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    /// Closes the socket at once, also within a request or response.
    func abort() {
        channel.triggerUserOutboundEvent(Abort(), promise: nil)
    }
}
