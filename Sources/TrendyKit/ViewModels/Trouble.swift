import TrendyHealth
import TrendyStore
import TrendySync

/// Errors as people read them, those of sync among them.
enum Trouble {
    /// What happened, as far as a person can do anything about it.
    static func words(for error: any Error) -> String {
        guard let failure = error as? SyncFailure else {
            return TrendyStore.Trouble.words(for: error)
        }
        return SyncStatus.Obstacle(failure).words
    }
}

extension ProfileError: WordedError {}
extension KeyValueError: WordedError {}

extension SyncStatus.Obstacle {
    init(_ failure: SyncFailure) {
        self.init(code: failure.code, message: failure.message)
    }
}
