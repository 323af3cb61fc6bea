package import NIOCore

/// When a connection has to be closed because its client is too slow with a request.
///
/// - Until the first head: ``ConnectionLimits/headTimeout`` from the start.
/// - After a response: ``ConnectionLimits/idleTimeout`` until the next whole head.
/// - In a body: ``ConnectionLimits/bodyWindow`` for the bytes of a window or the body's end. The
///   time in which the server does not read is not counted.
/// - While the server responds: none.
package struct RequestTimeouts {
    private enum Body {
        case reading(deadline: NIODeadline)
        case paused(remaining: TimeAmount)
    }

    private let limits: ConnectionLimits
    private let window: TimeAmount
    private var body: Body?
    private var windowBytes = 0
    private var responsesOwed = 0
    private var headDeadline: NIODeadline

    /// Starts with a connection at the time given.
    package init(limits: ConnectionLimits, now: NIODeadline) {
        self.limits = limits
        window = TimeAmount(limits.bodyWindow)
        headDeadline = now + TimeAmount(limits.headTimeout)
    }

    /// The time at which the connection has to be closed; `nil` while the server is at work.
    package var deadline: NIODeadline? {
        switch body {
        case .reading(let deadline): deadline
        case .paused: nil
        case nil: responsesOwed > 0 ? nil : headDeadline
        }
    }

    /// A request begins.
    package mutating func headReceived(now: NIODeadline) {
        responsesOwed += 1
        windowBytes = 0
        body = .reading(deadline: now + window)
    }

    /// A part of the body came.
    package mutating func bodyReceived(_ bytes: Int, now: NIODeadline) {
        windowBytes += bytes
        guard windowBytes >= limits.bodyWindowBytes else { return }
        windowBytes = 0
        body = .reading(deadline: now + window)
    }

    /// The body has ended.
    package mutating func endReceived(now: NIODeadline) {
        body = nil
        headDeadline = now + TimeAmount(limits.idleTimeout)
    }

    /// The server stops reading.
    package mutating func readingPaused(now: NIODeadline) {
        guard case .reading(let deadline) = body else { return }
        body = .paused(remaining: deadline - now)
    }

    /// The server goes on reading.
    package mutating func readingResumed(now: NIODeadline) {
        guard case .paused(let remaining) = body else { return }
        body = .reading(deadline: now + remaining)
    }

    /// A response was written whole.
    package mutating func responseEnded(now: NIODeadline) {
        responsesOwed = max(0, responsesOwed - 1)
        headDeadline = now + TimeAmount(limits.idleTimeout)
    }
}
