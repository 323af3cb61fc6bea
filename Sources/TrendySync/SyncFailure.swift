// TrendySync: when and what to send and fetch, and how conflicts end; over any transport.

package import TrendyModel
import TrendyStore
package import TrendyWire

/// An error of a sync or of a request to the server.
package struct SyncFailure: FailureReasonProviding, CustomStringConvertible {
    /// The kind of an error.
    package enum Code: String, Sendable, Hashable {
        /// The server cannot be reached.
        case offline
        /// The server is not ready, or asks the device to wait.
        case busy
        /// The session has ended; the person must sign in again.
        case needsSignIn
        /// The cursor is not valid any more; the device reads a snapshot.
        case cursorExpired
        /// The app is too old for the server.
        case upgradeRequired
        /// The server refused the request.
        case refused
        /// Another service answers, such as a captive portal.
        case notTrendy
        /// The answer is damaged or violates the wire contract.
        case malformedAnswer
    }

    /// The kind of the error.
    package let code: Code
    /// Why the sync failed.
    package let reason: FailureReason
    /// The delay that the server asks for, from zero to ``maximumWait``; `nil` when it asks for
    /// none.
    package let retryAfter: Duration?
    /// The server's problem; `nil` when it sent none.
    package let problem: Problem?
    /// The first error in a damaged answer, for developers.
    package let cause: JSONError?

    /// The maximum delay that a server can ask for.
    package static let maximumWait = StoredMutation.maximumPostponement

    /// Creates an error.
    ///
    /// - `retryAfter`: the delay that the server asks for; it is limited to ``maximumWait``.
    package init(
        code: Code,
        reason: FailureReason,
        retryAfter: Duration? = nil,
        problem: Problem? = nil,
        cause: JSONError? = nil
    ) {
        self.code = code
        self.reason = reason
        self.retryAfter = retryAfter.map { max(.zero, min($0, Self.maximumWait)) }
        self.problem = problem
        self.cause = cause
    }

    /// The error of a problem that the server sent.
    package init(_ problem: Problem) {
        let code: Code =
            switch problem.code {
            case .unauthorized: .needsSignIn
            case .rateLimit, .unavailable: .busy
            case .cursorExpired: .cursorExpired
            case .upgradeRequired: .upgradeRequired
            default: problem.status == 503 || problem.status == 429 ? .busy : .refused
            }
        self.init(
            code: code,
            reason: problem.reason,
            retryAfter: problem.retryAfter.map { .seconds($0) },
            problem: problem
        )
    }

    /// The error of an answer that violates the wire contract.
    package init(_ error: JSONError) {
        self.init(code: .malformedAnswer, reason: .unreadableAnswer, cause: error)
    }

    /// Whether the server refuses the content of the request, and would refuse it again.
    var concernsContent: Bool {
        code == .refused && [400, 409, 413, 415, 422].contains(problem?.status)
    }

    /// Whether a pull can succeed although a push failed with this error.
    var leavesPullOpen: Bool { code == .refused || code == .malformedAnswer }

    /// Whether the server failed, whatever the request contained.
    var isUnattributed: Bool { code == .refused && (problem?.status ?? 0) >= 500 }

    /// The delay that a busy server asks for, as a reason; `nil` when it asks for none.
    package var waitReason: FailureReason? {
        guard code == .busy, let seconds = retryAfter?.components.seconds, seconds > 0 else {
            return nil
        }
        return .serverWait(seconds: Int(seconds))
    }

    /// The error with ``waitReason`` as its reason, for a person who waits for the answer; itself
    /// when the server asks for no delay.
    var asWait: SyncFailure {
        guard let waitReason else { return self }
        return SyncFailure(
            code: code,
            reason: waitReason,
            retryAfter: retryAfter,
            problem: problem,
            cause: cause
        )
    }

    /// The code with the server's description or the reason, for logs and developers.
    package var description: String {
        "\(code.rawValue): \(problem.map(\.details) ?? String(describing: reason))"
    }
}
