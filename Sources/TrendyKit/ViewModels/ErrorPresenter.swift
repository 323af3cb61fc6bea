import TrendyHealth
import TrendyStore
import TrendySync

/// Localized messages for errors, including sync failures.
enum ErrorPresenter {
    /// The message for an error.
    static func text(for error: any Error) -> String {
        guard let failure = error as? SyncFailure else {
            return TrendyStore.ErrorPresenter.text(for: error)
        }
        return SyncStatus.Blocker(failure).text
    }
}

extension ProfileError: UserFacingError {}
extension KeyValueError: UserFacingError {}

extension SyncStatus.Blocker {
    init(_ failure: SyncFailure) {
        self.init(code: failure.code, message: failure.message)
    }
}
