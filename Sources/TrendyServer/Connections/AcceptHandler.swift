import Logging
import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The first handler of the listening socket: pauses accepting at the connection limit and when the
/// system has no file descriptors left.
///
/// NIO's `AcceptBackoffHandler` delays only the next read. After `EMFILE` the failed read is still
/// pending, so the selector reports the socket again at once and the event loop spins. This handler
/// takes the socket out of the selector by turning `autoRead` off for the pause.
final class AcceptHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never

    private let registry: ConnectionRegistry
    private let logger: Logger
    private var isWaiting = false
    private var exhaustion: Scheduled<Void>?
    private var check: Scheduled<Void>?

    init(registry: ConnectionRegistry, logger: Logger) {
        self.registry = registry
        self.logger = logger
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let loop = context.eventLoop
        registry.onAvailable {
            loop.execute { bound.value.handler.resume(bound.value.context) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        exhaustion?.cancel()
        check?.cancel()
        registry.onAvailable {}
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        registry.accepted(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        guard registry.isFull else {
            context.read()
            return
        }
        if !isWaiting {
            isWaiting = true
            registry.paused(by: .connections)
            scheduleCheck(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let failure = error as? IOError else {
            // The client reset the connection before the setup (seen on Apple's systems).
            logger.debug("A connection was not accepted", metadata: ["error": "\(error)"])
            return
        }
        switch failure.errnoCode {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            pauseForExhaustion(context)
        case ECONNABORTED:
            logger.debug("A connection was not accepted", metadata: ["error": "\(failure)"])
        default:
            context.fireErrorCaught(error)
        }
    }

    /// Resumes accepting after a connection has closed.
    private func resume(_ context: ChannelHandlerContext) {
        if exhaustion != nil { endExhaustion(context) }
        guard isWaiting, !registry.isFull else { return }
        isWaiting = false
        context.read()
    }

    private func pauseForExhaustion(_ context: ChannelHandlerContext) {
        guard exhaustion == nil else { return }
        registry.paused(by: .systemResources)
        scheduleCheck(context)
        set(autoRead: false, context)
        exhaustion = context.eventLoop.assumeIsolated().scheduleTask(
            in: TimeAmount(ConnectionLimits.exhaustionPause)
        ) {
            self.endExhaustion(context)
        }
    }

    private func endExhaustion(_ context: ChannelHandlerContext) {
        exhaustion?.cancel()
        exhaustion = nil
        set(autoRead: true, context)
    }

    private func set(autoRead: Bool, _ context: ChannelHandlerContext) {
        do {
            try context.channel.syncOptions?.setOption(.autoRead, value: autoRead)
        } catch {
            // The socket is closed: the pause is over.
            logger.debug("The listening socket is closed", metadata: ["error": "\(error)"])
        }
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        guard check == nil else { return }
        check = context.eventLoop.assumeIsolated().scheduleTask(
            in: TimeAmount(ConnectionLimits.quietPeriod)
        ) {
            self.check = nil
            self.registry.endQuietEpisodes()
            if self.registry.isRefusing { self.scheduleCheck(context) }
        }
    }
}
