import TrendyHealth
import TrendyStore
import TrendySync

/// Errors as people read them, those of sync among them.
enum ErrorPresenter {
    /// What happened, as far as a person can do anything about it.
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
