import Logging
import NIOCore

/// Closes a connection whose client reads no byte of its response for
/// ``ConnectionLimits/writeTimeout``.
///
/// It comes before TLS and counts the bytes for the socket.
final class WriteTimeoutHandler: ChannelOutboundHandler {
    typealias OutboundIn = IOData

    private let timeout: TimeAmount
    private let logger: Logger
    private var progress = WriteProgress()
    private var timer: Scheduled<Void>?

    init(timeout: Duration, logger: Logger) {
        self.timeout = TimeAmount(timeout)
        self.logger = logger
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        progress.wrote(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        if progress.didFlush() { schedule(context) }
        context.flush()
    }

    private func schedule(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) {
            self.check(context)
        }
    }

    private func check(_ context: ChannelHandlerContext) {
        timer = nil
        let waiting: Int
        do {
            waiting = try context.channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
        } catch {
            // The channel is closed: no bytes are pending.
            return
        }
        switch progress.check(waiting: waiting) {
        case .done: break
        case .progressing: schedule(context)
        case .stalled:
            logger.debug("A client did not read its response in time")
            context.close(promise: nil)
        }
    }
}
