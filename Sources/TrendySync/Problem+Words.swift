import TrendyLocalization
import TrendyStore
package import TrendyWire

extension Problem {
    /// What a person should read of it; what the server says itself is in English, for whoever
    /// looks for the mistake.
    package var text: String {
        let fields = (errors ?? []).prefix(Self.maximumFields).map {
            FieldFormatter.violation(of: $0.field, code: $0.code)
        }
        let words = code?.text ?? Strings.Server.wentWrong()
        return Self.bounded(([words] + fields).joined(separator: " "))
    }

    /// Its code, and what the server says; a server's text may be of any length, so it is cut.
    package var details: String { Self.bounded("\(code?.rawValue ?? type): \(description)") }

    /// The most fields that are named.
    private static let maximumFields = 10
}

extension ProblemCode {
    /// What a person should read of it, where nothing more exact is known.
    package var text: String {
        switch self {
        case .validation: Strings.Server.notValid()
        case .malformed, .methodNotAllowed, .internal, .idempotencyMismatch:
            Strings.Server.wentWrong()
        case .unauthorized: Strings.Server.sessionEnded()
        case .forbidden: Strings.Server.forbidden()
        case .notFound: Strings.Server.gone()
        case .conflict: Strings.Server.changedElsewhere()
        case .payloadTooLarge: Strings.Server.tooMuch()
        case .quotaExceeded: Strings.Server.accountFull()
        case .rateLimit, .unavailable: Strings.Server.notReady()
        case .cursorExpired: Strings.Server.restored()
        case .upgradeRequired: Strings.Sync.needsUpgrade()
        }
    }
}
