import TrendySync
import TrendyWire
import TrendyWords

/// What went wrong with an account, in words.
enum AccountTrouble {
    /// The words for an error.
    static func words(for error: any Error, while activity: AuthViewModel.Activity) -> String {
        switch error {
        case AccountError.noServerAddress: Words.Accounts.noServerAddress()
        case AccountError.busy: Words.Accounts.busy()
        case is CancellationError: Words.Accounts.interrupted()
        case let failure as SyncFailure: words(for: failure, while: activity)
        default: Words.Accounts.deviceTrouble(["reason": Trouble.words(for: error)])
        }
    }

    private static func words(
        for failure: SyncFailure,
        while activity: AuthViewModel.Activity
    ) -> String {
        switch failure.code {
        case .needsSignIn: Words.Accounts.wrongPassword()
        case .offline: Words.Accounts.offline()
        case .busy: failure.waitWords ?? Words.Accounts.serverBusy()
        case .upgradeRequired: Words.Accounts.needsUpgrade()
        case .notTrendy, .malformedAnswer: Words.Accounts.notTrendy()
        case .refused, .cursorExpired:
            if activity == .signingUp, failure.problem.map({ $0.code == .forbidden }) ?? true {
                // Said for the person already: a refused sign-in, or the server's own reason.
                failure.message
            } else {
                violations(failure.problem)
                    ?? Words.Accounts.refused(
                        ["reason": failure.problem?.code?.words ?? failure.message]
                    )
            }
        }
    }

    /// What to enter differently; `nil` when that is not the trouble.
    private static func violations(_ problem: Problem?) -> String? {
        let words = (problem?.errors ?? []).compactMap { error -> String? in
            switch (error.field, error.code) {
            case ("email", _): Words.Accounts.badEmail()
            case ("password", "too_short"): Words.Accounts.weakPassword()
            case ("password", _): Words.Accounts.badPassword()
            default: nil
            }
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
