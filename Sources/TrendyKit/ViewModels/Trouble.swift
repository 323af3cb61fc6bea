import TrendyModel
import TrendyStore
import TrendySync
import TrendyWords

/// Errors as people read them: no codes, no statements, nothing of what was recorded.
enum Trouble {
    /// What happened, as far as a person can do anything about it.
    static func words(for error: any Error) -> String {
        switch error {
        case let error as StoreError: error.message
        case let error as SyncFailure: SyncStatus.Obstacle(error).words
        case let error as FieldError: Words.Trouble.unreadable(["field": error.field])
        default:
            // What SQLite says of a full disk, whoever passes it on.
            String(describing: error).contains("SQLite error 13")
                ? Words.Trouble.diskFull() : Words.Trouble.database()
        }
    }
}

extension SyncStatus.Obstacle {
    init(_ failure: SyncFailure) {
        self.init(code: failure.code, message: failure.message)
    }
}
