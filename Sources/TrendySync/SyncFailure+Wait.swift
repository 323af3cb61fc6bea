import TrendyLocalization

extension SyncFailure {
    /// How long the server asks to wait, in words; `nil` when it does not say.
    package var waitText: String? {
        guard code == .busy, let seconds = retryAfter?.components.seconds, seconds > 0 else {
            return nil
        }
        return seconds < 120
            ? Strings.Accounts.waitSeconds(Int(seconds))
            : Strings.Accounts.waitMinutes(Int((seconds + 59) / 60))
    }

    /// The failure with the time to wait in its message, for a person who waits for the answer;
    /// itself when the server names no time.
    var asWait: SyncFailure {
        guard let waitText else { return self }
        return SyncFailure(
            code: code,
            message: waitText,
            retryAfter: retryAfter,
            problem: problem,
            cause: cause
        )
    }
}
