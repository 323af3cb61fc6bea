import TrendyStore
package import TrendyWire
import TrendyWords

extension Problem {
    /// What a person should read of it; what the server says itself is in English, for whoever
    /// looks for the mistake.
    package var words: String {
        let fields = (errors ?? []).prefix(Self.mostFields).map {
            FieldWords.violation(of: $0.field, code: $0.code)
        }
        let words = code?.words ?? Words.Server.wentWrong()
        return Self.bounded(([words] + fields).joined(separator: " "))
    }

    /// Its code, and what the server says; a server's text may be of any length, so it is cut.
    package var details: String { Self.bounded("\(code?.rawValue ?? type): \(description)") }

    /// The most fields that are named.
    private static let mostFields = 10
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
