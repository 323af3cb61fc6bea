import TrendyStore
package import TrendyWire
import TrendyWords

extension Problem {
    /// What a person should read of it; what the server says itself is in English, for whoever
    /// looks for the mistake.
    package var words: String {
        let fields = (errors ?? []).map { FieldWords.violation(of: $0.field, code: $0.code) }
        let words = code?.words ?? Words.Server.wentWrong()
        return ([words] + fields).joined(separator: " ")
    }

    /// Its code, and what the server says.
    package var details: String { "\(code?.rawValue ?? type): \(description)" }
}

extension ProblemCode {
    /// What a person should read of it, where nothing more exact is known.
    package var words: String {
        switch self {
        case .validation: Words.Server.notValid()
        case .malformed, .methodNotAllowed, .internal, .idempotencyMismatch:
            Words.Server.wentWrong()
        case .unauthorized: Words.Server.sessionEnded()
        case .forbidden: Words.Server.forbidden()
        case .notFound: Words.Server.gone()
        case .conflict: Words.Server.changedElsewhere()
        case .payloadTooLarge: Words.Server.tooMuch()
        case .quotaExceeded: Words.Server.accountFull()
        case .rateLimit, .unavailable: Words.Server.notReady()
        case .cursorExpired: Words.Server.restored()
        case .upgradeRequired: Words.Sync.needsUpgrade()
        }
    }
}
