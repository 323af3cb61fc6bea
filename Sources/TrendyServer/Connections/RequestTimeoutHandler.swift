import Logging
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client sends its request too slowly (``RequestTimeouts``).
///
/// It comes after the HTTP codec and receives heads, parts of bodies and ends.
final class RequestTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    private let logger: Logger
    private var timeouts: RequestTimeouts?
    private var timer: (deadline: NIODeadline, task: Scheduled<Void>)?

    init(limits: ConnectionLimits, logger: Logger) {
        self.limits = limits
        self.logger = logger
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timeouts = RequestTimeouts(limits: limits, now: context.eventLoop.now)
        schedule(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = context.eventLoop.now
        switch unwrapInboundIn(data) {
        case .head: timeouts?.headReceived(now: now)
        case .body(let buffer): timeouts?.bodyReceived(buffer.readableBytes, now: now)
        case .end: timeouts?.endReceived(now: now)
        }
        schedule(context)
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        timeouts?.readingPaused(now: context.eventLoop.now)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        timeouts?.readingResumed(now: context.eventLoop.now)
        schedule(context)
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            timeouts?.responseEnded(now: context.eventLoop.now)
            schedule(context)
        }
        context.write(data, promise: promise)
    }

    private func stop() {
        timeouts = nil
        timer?.task.cancel()
        timer = nil
    }

    /// Schedules a check no later than the deadline; an early check only schedules the next one.
    private func schedule(_ context: ChannelHandlerContext) {
        guard let deadline = timeouts?.deadline else { return }
        if let timer {
            guard deadline < timer.deadline else { return }
            timer.task.cancel()
        }
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.timer = nil
            self.check(context)
        }
        timer = (deadline, task)
    }

    private func check(_ context: ChannelHandlerContext) {
        guard let deadline = timeouts?.deadline else { return }
        guard context.eventLoop.now >= deadline else { return schedule(context) }
        logger.debug("A client sent its request too slowly")
        stop()
        context.triggerUserOutboundEvent(HTTPConnection.Abort(), promise: nil)
    }
}
