import TrendyKit
import TrendyLocalization
import TrendySync
import TrendyWire

/// Localized messages for errors of sign-up, sign-in and sign-out.
enum AccountErrorPresenter {
    /// The message for an error during an activity.
    static func text(for error: any Error, while activity: AuthViewModel.Activity) -> String {
        switch error {
        case AccountError.noServerAddress: Strings.Accounts.noServerAddress()
        case AccountError.busy: Strings.Accounts.busy()
        case is CancellationError: Strings.Accounts.interrupted()
        case let failure as SyncFailure: text(for: failure, while: activity)
        default: Strings.Accounts.deviceFailure(["reason": ErrorPresenter.text(for: error)])
        }
    }

    private static func text(
        for failure: SyncFailure,
        while activity: AuthViewModel.Activity
    ) -> String {
        switch failure.code {
        case .needsSignIn: Strings.Accounts.wrongPassword()
        case .offline: Strings.Accounts.offline()
        case .busy:
            failure.waitReason.map { FailureReasonPresenter.text(for: $0) }
                ?? Strings.Accounts.serverBusy()
        case .upgradeRequired: Strings.Accounts.needsUpgrade()
        case .notTrendy, .malformedAnswer: Strings.Accounts.notTrendy()
        case .refused, .cursorExpired:
            if activity == .signingUp, failure.problem.map({ $0.code == .forbidden }) ?? true {
                // A refused sign-in, or the decision of the server's operator.
                FailureReasonPresenter.text(for: failure.reason)
            } else {
                violations(failure.problem)
                    ?? Strings.Accounts.refused([
                        "reason": failure.problem?.code?.text
                            ?? FailureReasonPresenter.text(for: failure.reason)
                    ])
            }
        }
    }

    /// What to correct in the entered values; `nil` when the server named no field.
    private static func violations(_ problem: Problem?) -> String? {
        let words = (problem?.errors ?? []).compactMap { error -> String? in
            switch (error.field, error.code) {
            case ("email", _): Strings.Accounts.badEmail()
            case ("password", "too_short"): Strings.Accounts.weakPassword()
            case ("password", _): Strings.Accounts.badPassword()
            default: nil
            }
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
