public import TrendyModel

/// What went wrong, by its kind.
public enum ProblemCode: String, Codable, Sendable, CaseIterable {
    /// Fields break rules; `errors` lists them.
    case validation
    /// The body is not what the route reads.
    case malformed
    /// No valid session.
    case unauthorized
    /// The session may not do this.
    case forbidden
    /// There is no such thing, or it is somebody else's.
    case notFound = "not_found"
    /// The path exists, but not with this method.
    case methodNotAllowed = "method_not_allowed"
    /// It contradicts what is stored.
    case conflict
    /// The same key was used for another request.
    case idempotencyMismatch = "idempotency_mismatch"
    /// The body is too large.
    case payloadTooLarge = "payload_too_large"
    /// The account holds as much as the server lets it.
    case quotaExceeded = "quota_exceeded"
    /// Too many requests.
    case rateLimit = "rate_limit"
    /// The cursor is of another epoch or older than what is kept.
    case cursorExpired = "cursor_expired"
    /// The client is too old.
    case upgradeRequired = "upgrade_required"
    /// The server cannot serve now.
    case unavailable
    /// The server failed.
    case `internal`

    /// The HTTP status that goes with it.
    public var status: Int {
        switch self {
        case .validation: 422
        case .malformed: 400
        case .unauthorized: 401
        case .forbidden: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .conflict: 409
        case .idempotencyMismatch: 422
        case .payloadTooLarge: 413
        case .quotaExceeded: 403
        case .rateLimit: 429
        case .cursorExpired: 410
        case .upgradeRequired: 426
        case .unavailable: 503
        case .internal: 500
        }
    }

    /// Whether the same request can succeed later without being changed.
    public var isTransient: Bool {
        switch self {
        case .rateLimit, .unavailable, .internal: true
        default: false
        }
    }

    /// Its short name for people who read logs.
    public var title: String {
        switch self {
        case .validation: "Some fields are not valid"
        case .malformed: "The request cannot be read"
        case .unauthorized: "Sign-in is needed"
        case .forbidden: "This is not allowed"
        case .notFound: "Not found"
        case .methodNotAllowed: "The method is not allowed"
        case .conflict: "It contradicts what is stored"
        case .idempotencyMismatch: "The key was used for another request"
        case .payloadTooLarge: "The request is too large"
        case .quotaExceeded: "The account is full"
        case .rateLimit: "Too many requests"
        case .cursorExpired: "The cursor cannot be continued"
        case .upgradeRequired: "The app is too old"
        case .unavailable: "The server is not available"
        case .internal: "The server failed"
        }
    }

    /// What a person should be told, without codes and jargon.
    public var userMessage: String {
        switch self {
        case .validation: "Some of what you entered can't be saved as it is."
        case .malformed, .methodNotAllowed, .internal:
            "Something went wrong. Your data is safe; please try again."
        case .unauthorized: "Please sign in again."
        case .forbidden: "You can't do this with your account."
        case .notFound: "This is no longer there."
        case .conflict: "This was changed elsewhere in the meantime."
        case .idempotencyMismatch: "Something went wrong. Please try again."
        case .payloadTooLarge: "This is too much at once."
        case .quotaExceeded:
            "Your account is full. Delete something, or ask the server's administrator for room."
        case .rateLimit: "The server is busy. It will be tried again by itself."
        case .cursorExpired: "Your data is being read anew from the server."
        case .upgradeRequired: "Please update the app to go on."
        case .unavailable: "The server can't be reached. It will be tried again by itself."
        }
    }
}

/// An error answer: `application/problem+json` of RFC 9457.
public struct Problem: Error, Codable, Sendable, Equatable, CustomStringConvertible {
    /// One field that breaks a rule.
    public struct FieldViolation: Codable, Sendable, Equatable {
        /// The field's name.
        public let field: String
        /// What kind of violation.
        public let code: String
        /// What is wrong and what would be right.
        public let message: String

        /// Makes a violation of a field's error.
        public init(_ error: FieldError) {
            field = error.field
            code = error.code
            message = error.message
        }
    }

    /// `urn:trendy:error:<code>`.
    public var type: String
    /// The code's title.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What happened this time and what to do.
    public var detail: String
    /// The request it answers.
    public var requestID: String?
    /// What a person should be told.
    public var userMessage: String?
    /// Seconds to wait before trying again.
    public var retryAfter: Int?
    /// All violations at once.
    public var errors: [FieldViolation]?

    /// A problem of a code.
    public init(
        _ code: ProblemCode,
        detail: String,
        errors: [FieldError] = [],
        retryAfter: Int? = nil
    ) {
        type = "urn:trendy:error:\(code.rawValue)"
        title = code.title
        status = code.status
        self.detail = detail
        userMessage = code.userMessage
        self.retryAfter = retryAfter
        self.errors = errors.isEmpty ? nil : errors.map { FieldViolation($0) }
    }

    /// The code; `nil` for one that this program does not know.
    public var code: ProblemCode? {
        let prefix = "urn:trendy:error:"
        guard type.hasPrefix(prefix) else { return nil }
        return ProblemCode(rawValue: String(type.dropFirst(prefix.count)))
    }

    /// The detail, with the fields that break rules.
    public var description: String {
        let fields = (errors ?? []).map { "\($0.field) \($0.message)" }
        return ([detail] + fields).joined(separator: "; ")
    }

    enum CodingKeys: String, CodingKey {
        case type, title, status, detail, errors
        case requestID = "request_id"
        case userMessage = "user_message"
        case retryAfter = "retry_after"
    }
}
