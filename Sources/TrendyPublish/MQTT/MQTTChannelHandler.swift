import NIOCore

/// Runs an ``MQTTSession`` on a channel: decodes packets, performs actions and keeps time.
///
/// All its state belongs to the channel's event loop.
final class MQTTChannelHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var session: MQTTSession
    private var decoder = MQTTDecoder()
    private var waiting: [UInt16: EventLoopPromise<Void>] = [:]
    private var timer: RepeatedTask?
    private var context: ChannelHandlerContext?
    private var error: MQTTError?
    /// Succeeds when messages can be published.
    private let opened: EventLoopPromise<Bool>
    private let onMessage: @Sendable (MQTTPublish) -> Void

    /// - `opened`: succeeds with whether the broker has an earlier session, or fails.
    /// - `onMessage`: receives the messages of the subscription.
    init(
        connect: MQTTConnect,
        filter: String?,
        opened: EventLoopPromise<Bool>,
        onMessage: @escaping @Sendable (MQTTPublish) -> Void
    ) {
        session = MQTTSession(connect: connect, filter: filter)
        self.opened = opened
        self.onMessage = onMessage
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { start(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(.closed)
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        decoder.append(unwrapInboundIn(data).readableBytesView)
        do throws(MQTTError) {
            while error == nil, let packet = try decoder.next() {
                perform(session.received(packet), context)
            }
        } catch {
            perform([.close(error)], context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(error ?? .closed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        perform([.close(MQTTConnection.error(for: error))], context)
    }

    /// Sends a message; the promise succeeds when the broker has it.
    func publish(_ message: MQTTPublish, _ promise: EventLoopPromise<Void>) {
        guard let context, error == nil, let id = message.id, waiting[id] == nil else {
            return promise.fail(error ?? .closed)
        }
        waiting[id] = promise
        perform(session.publish(message), context)
    }

    /// Ends the session in order.
    func disconnect() {
        if let context { perform(session.disconnect(), context) }
    }

    private func start(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let period = TimeAmount.seconds(Int64(MQTTSession.tickSeconds))
        timer = context.eventLoop.scheduleRepeatedTask(
            initialDelay: period,
            delay: period
        ) { _ in
            let handler = bound.value
            if let context = handler.context { handler.perform(handler.session.tick(), context) }
        }
        perform(session.connected(), context)
    }

    private func perform(_ actions: [MQTTSession.Action], _ context: ChannelHandlerContext) {
        for action in actions {
            switch action {
            case .send(let packet): send(packet, context)
            case .open(let isSessionPresent): opened.succeed(isSessionPresent)
            case .acknowledge(let id): waiting.removeValue(forKey: id)?.succeed()
            case .deliver(let message): onMessage(message)
            case .close(let error):
                end(error)
                context.close(promise: nil)
            }
        }
    }

    private func send(_ packet: MQTTPacket, _ context: ChannelHandlerContext) {
        do throws(MQTTError) {
            let bytes = try packet.encoded()
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        } catch {
            end(error)
            context.close(promise: nil)
        }
    }

    /// Fails everything that waits for the broker; only the first error counts.
    private func end(_ reason: MQTTError) {
        let error = error ?? reason
        self.error = error
        timer?.cancel()
        timer = nil
        // Succeeds or fails once; later calls do nothing.
        opened.fail(error)
        let promises = waiting.sorted { $0.key < $1.key }.map(\.value)
        waiting = [:]
        for promise in promises { promise.fail(error) }
    }
}
