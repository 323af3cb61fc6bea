// TrendySync: when and what to send and fetch, and how conflicts end; over any transport.

import TrendyLocalization
public import TrendyModel
import TrendyStore
public import TrendyWire

/// Why a sync did not get through.
public struct SyncFailure: Error, Sendable, CustomStringConvertible {
    /// The kind of trouble.
    public enum Code: String, Sendable, Hashable {
        /// The server cannot be reached.
        case offline
        /// The server asks to wait, or is not ready.
        case busy
        /// The session has ended; the person must sign in again.
        case needsSignIn
        /// The cursor cannot be continued: everything is read anew.
        case cursorExpired
        /// The app is too old for the server.
        case upgradeRequired
        /// The server refused the request.
        case refused
        /// What answered is not a Trendy server: a captive portal, or another address.
        case notTrendy
        /// The server's answer is damaged, or not as the contract says.
        case malformedAnswer
    }

    /// The kind of trouble.
    public let code: Code
    /// What happened and what to do.
    public let message: String
    /// How long the server asks to wait, as far as it is listened to.
    public let retryAfter: Duration?
    /// The server's problem, when it sent one.
    public let problem: Problem?
    /// What exactly is wrong with a damaged answer, for whoever looks for the mistake.
    public let cause: JSONError?

    /// The longest that a server is left alone because it asks for it.
    public static let maximumWait = StoredMutation.maximumPostponement

    /// Makes a failure.
    ///
    /// - `retryAfter`: how long the server asks to wait, whatever that is; more than
    ///   ``maximumWait`` counts as that.
    public init(
        code: Code,
        message: String,
        retryAfter: Duration? = nil,
        problem: Problem? = nil,
        cause: JSONError? = nil
    ) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter.map { max(.zero, min($0, Self.maximumWait)) }
        self.problem = problem
        self.cause = cause
    }

    /// A failure of a problem that the server sent.
    public init(_ problem: Problem) {
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
            message: problem.text,
            retryAfter: problem.retryAfter.map { .seconds($0) },
            problem: problem
        )
    }

    /// A failure of an answer that is not what the contract says.
    public init(_ error: JSONError) {
        self.init(
            code: .malformedAnswer,
            message: Strings.Server.unreadable(),
            cause: error
        )
    }

    /// Whether the server refused what was sent, and would refuse it again.
    var concernsContent: Bool {
        code == .refused && [400, 409, 413, 415, 422].contains(problem?.status)
    }

    /// Whether a push that ended so says nothing of what a pull would come to.
    var leavesPullOpen: Bool { code == .refused || code == .malformedAnswer }

    /// Whether the server failed, over whatever it was.
    var isUnattributed: Bool { code == .refused && (problem?.status ?? 0) >= 500 }

    /// What happened and what to do, with what the server says.
    public var description: String { problem.map { "\(message) (\($0.details))" } ?? message }
}
