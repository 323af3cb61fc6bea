import NIOCore

/// The first handler of a connection: refuses it when it becomes active, and aborts it on request.
final class AdmissionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData

    private let connection: HTTPConnection

    init(_ connection: HTTPConnection) {
        self.connection = connection
    }

    func channelActive(context: ChannelHandlerContext) {
        guard connection.didBecomeActive(from: context.channel.remoteAddress) else {
            // The cheapest refusal: before any read and before the TLS handshake.
            context.close(promise: nil)
            return
        }
        context.fireChannelActive()
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext,
        event: Any,
        promise: EventLoopPromise<Void>?
    ) {
        guard event is HTTPConnection.Abort else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        context.close(promise: promise)
    }
}
