package import TrendyModel
package import TrendyWire

/// A change of an account's onboarding status.
package enum OnboardingEdit: Sendable {
    /// Merges completed steps; the caller has validated them. Fields that only the server sets are
    /// ignored.
    case merge(Document)
    /// Restarts the onboarding.
    case reset

    /// Applies the edit to a status.
    ///
    /// - Throws: ``TrendyWire/Problem`` when the result exceeds the limit of an account.
    package func applied(to status: OnboardingStatus, now: Instant) throws -> OnboardingStatus {
        let old = status
        var status = status
        switch self {
        case .merge(var change):
            for field in OnboardingStatus.RecordField.all { change[field] = nil }
            status.merge(change, notAfter: now)
        case .reset: status.reset()
        }
        if status != old { status.setUpdated(at: now) }
        guard status.document.json.utf8.count <= WireLimit.onboardingBytes else {
            throw Problem(
                .payloadTooLarge,
                detail: "The onboarding status has at most \(WireLimit.onboardingBytes) bytes."
            )
        }
        return status
    }
}
