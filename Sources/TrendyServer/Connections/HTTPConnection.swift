import NIOCore
import NIOExtras
import Synchronization

/// An accepted connection, from its first byte to its last.
final class HTTPConnection: Sendable {
    /// Sent down a channel's pipeline to close its socket at once, without a TLS farewell.
    struct Abort: Sendable {}

    /// The socket.
    let channel: any Channel
    private let registry: ConnectionRegistry
    private let address = Mutex<IPAddress?>(nil)

    init(channel: any Channel, registry: ConnectionRegistry) {
        self.channel = channel
        self.registry = registry
    }

    /// The other end of the connection, also after it has closed; `nil` without a network address.
    var peer: IPAddress? { address.withLock { $0 } }

    /// Called when the socket is connected.
    ///
    /// - Returns: whether the connection is admitted; otherwise the caller closes it.
    func didBecomeActive(from remote: SocketAddress?) -> Bool {
        let peer = remote.flatMap(IPAddress.init)
        address.withLock { $0 = peer }
        return registry.admit(self, from: peer)
    }

    /// Closes the connection when it is idle, else after its response.
    func quiesce() {
        channel.eventLoop.execute { [channel] in
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    /// Closes the socket at once, whatever it is in the middle of.
    func abort() {
        channel.triggerUserOutboundEvent(Abort(), promise: nil)
    }
}
