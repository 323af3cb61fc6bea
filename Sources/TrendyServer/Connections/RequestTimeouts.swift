package import NIOCore

/// Deadlines of a connection whose client sends a request too slowly.
///
/// - Until the first head: ``ConnectionLimits/headTimeout`` from the start.
/// - After a response: ``ConnectionLimits/idleTimeout`` until the next complete head.
/// - In a body: ``ConnectionLimits/bodyWindow`` for the bytes of a window or the end of the body.
///   Time in which the server does not read does not count.
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

    /// Creates the deadlines of a new connection.
    package init(limits: ConnectionLimits, now: NIODeadline) {
        self.limits = limits
        window = TimeAmount(limits.bodyWindow)
        headDeadline = now + TimeAmount(limits.headTimeout)
    }

    /// The time at which the server closes the connection; `nil` while the server works.
    package var deadline: NIODeadline? {
        switch body {
        case .reading(let deadline): deadline
        case .paused: nil
        case nil: responsesOwed > 0 ? nil : headDeadline
        }
    }

    /// Records the head of a request.
    package mutating func headReceived(now: NIODeadline) {
        responsesOwed += 1
        windowBytes = 0
        body = .reading(deadline: now + window)
    }

    /// Records a part of the body.
    package mutating func bodyReceived(_ bytes: Int, now: NIODeadline) {
        windowBytes += bytes
        guard windowBytes >= limits.bodyWindowBytes else { return }
        windowBytes = 0
        body = .reading(deadline: now + window)
    }

    /// Records the end of the body.
    package mutating func endReceived(now: NIODeadline) {
        body = nil
        headDeadline = now + TimeAmount(limits.idleTimeout)
    }

    /// Records that the server stops reading.
    package mutating func readingPaused(now: NIODeadline) {
        guard case .reading(let deadline) = body else { return }
        body = .paused(remaining: deadline - now)
    }

    /// Records that the server reads again.
    package mutating func readingResumed(now: NIODeadline) {
        guard case .paused(let remaining) = body else { return }
        body = .reading(deadline: now + remaining)
    }

    /// Records the end of a response.
    package mutating func responseEnded(now: NIODeadline) {
        responsesOwed = max(0, responsesOwed - 1)
        headDeadline = now + TimeAmount(limits.idleTimeout)
    }
}
