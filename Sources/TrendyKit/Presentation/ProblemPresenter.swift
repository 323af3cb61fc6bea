import TrendyLocalization
package import TrendyWire

extension Problem {
    /// The localized text.
    ///
    /// The server's own texts are in English and for developers.
    package var text: String { FailureReasonPresenter.text(for: reason) }
}

extension ProblemCode {
    /// The localized text for a request; ``StoredMutation/reasonText`` is more specific for a
    /// mutation.
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
