package import TrendyModel
package import TrendyWire

/// What a request does to an account's onboarding.
package enum OnboardingEdit: Sendable {
    /// Some of it is done; only valid changes come here.
    case merge(Document)
    /// It is to be gone through once more.
    case reset

    /// What it makes of a status.
    ///
    /// - Throws: ``TrendyWire/Problem`` when the result is larger than an account may have.
    package func applied(to status: OnboardingStatus, now: Instant) throws -> OnboardingStatus {
        var status = status
        switch self {
        case .merge(let change): status.merge(change, notAfter: now)
        case .reset: status.reset()
        }
        guard status.document.json.utf8.count <= WireLimit.onboardingBytes else {
            throw Problem(
                .payloadTooLarge,
                detail: "The onboarding status has at most \(WireLimit.onboardingBytes) bytes."
            )
        }
        return status
    }
}
