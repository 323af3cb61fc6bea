package import TrendyModel

/// The kind of a problem.
package enum ProblemCode: String, Codable, Sendable, CaseIterable {
    /// Fields are invalid; `errors` lists them.
    case validation
    /// The route cannot read the body.
    case malformed
    /// The request has no valid session.
    case unauthorized
    /// The session lacks the permission.
    case forbidden
    /// The resource does not exist, or belongs to another account.
    case notFound = "not_found"
    /// The path does not support this method.
    case methodNotAllowed = "method_not_allowed"
    /// The request contradicts stored data.
    case conflict
    /// The same idempotency key belongs to another request.
    case idempotencyMismatch = "idempotency_mismatch"
    /// The body is too large.
    case payloadTooLarge = "payload_too_large"
    /// The account has reached its quota.
    case quotaExceeded = "quota_exceeded"
    /// Too many requests.
    case rateLimit = "rate_limit"
    /// The cursor belongs to another epoch, or is older than the stored tombstones.
    case cursorExpired = "cursor_expired"
    /// The client's contract version is too old.
    case upgradeRequired = "upgrade_required"
    /// The server is temporarily unavailable.
    case unavailable
    /// The server failed.
    case `internal`

    /// The HTTP status.
    package var status: Int {
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

    /// Whether the same request can succeed later.
    package var isTransient: Bool {
        switch self {
        case .rateLimit, .unavailable, .internal: true
        default: false
        }
    }

    /// The short title for logs.
    package var title: String {
        switch self {
        case .validation: "Invalid fields"
        case .malformed: "Malformed request"
        case .unauthorized: "Authentication required"
        case .forbidden: "Forbidden"
        case .notFound: "Not found"
        case .methodNotAllowed: "Method not allowed"
        case .conflict: "Conflict with stored data"
        case .idempotencyMismatch: "Idempotency key reused"
        case .payloadTooLarge: "Request too large"
        case .quotaExceeded: "Quota exceeded"
        case .rateLimit: "Too many requests"
        case .cursorExpired: "Cursor expired"
        case .upgradeRequired: "Upgrade required"
        case .unavailable: "Service unavailable"
        case .internal: "Internal server error"
        }
    }

    /// The text for the person, without codes and jargon.
    package var userMessage: String {
        switch self {
        case .validation: "Some values are not valid. Check what you entered."
        case .malformed, .methodNotAllowed, .idempotencyMismatch, .internal:
            "The server could not process this request. Please try again."
        case .unauthorized: "Please sign in again."
        case .forbidden: "Your account does not have permission for this."
        case .notFound: "This entry does not exist or was deleted."
        case .conflict: "Another device has changed this entry."
        case .payloadTooLarge: "The request is too large for the server."
        case .quotaExceeded:
            "Your account has no space left. Delete entries, or ask the server's administrator for "
                + "more space."
        case .rateLimit: "The server is busy. Trendy tries again automatically."
        case .cursorExpired: "Trendy downloads your data from the server again."
        case .upgradeRequired: "Please update the app to continue."
        case .unavailable: "The server is not available now. Trendy tries again automatically."
        }
    }
}

/// An error answer: `application/problem+json` (RFC 9457).
package struct Problem: Error, Codable, Sendable, Equatable, CustomStringConvertible {
    /// A violation of a field's rules.
    package struct FieldViolation: Codable, Sendable, Equatable {
        /// The field's name.
        package let field: String
        /// The kind of violation.
        package let code: String
        /// The violation and the expected value.
        package let message: String

        /// Creates a violation from a field's error.
        package init(_ error: FieldError) {
            field = error.field
            code = error.code
            message = error.message
        }
    }

    /// `urn:trendy:error:<code>`.
    package var type: String
    /// The code's title.
    package var title: String
    /// The HTTP status.
    package var status: Int
    /// The cause and the remedy.
    package var detail: String
    /// The id of the request.
    package var requestID: String?
    /// The text for the person.
    package var userMessage: String?
    /// The retry delay in seconds.
    package var retryAfter: Int?
    /// All violations.
    package var errors: [FieldViolation]?

    /// Creates a problem.
    package init(
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

    /// The code; `nil` for an unknown one.
    package var code: ProblemCode? {
        let prefix = "urn:trendy:error:"
        guard type.hasPrefix(prefix) else { return nil }
        return ProblemCode(rawValue: String(type.dropFirst(prefix.count)))
    }

    /// The detail with the invalid fields.
    package var description: String {
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
