import TrendyModel
import TrendyWords

/// An error that says in words for people what happened and what to do.
package protocol WordedError: Error {
    /// What happened and what to do.
    var message: String { get }
}

extension StoreError: WordedError {}

/// Errors as people read them: no codes, no statements, nothing of what was recorded.
package enum Trouble {
    /// What happened, as far as a person can do anything about it.
    package static func words(for error: any Error) -> String {
        switch error {
        case let error as any WordedError: error.message
        case let error as FieldError: unreadable(error)
        default:
            // What SQLite says of a full disk, whoever passes it on.
            String(describing: error).contains("SQLite error 13")
                ? Words.Trouble.diskFull() : Words.Trouble.database()
        }
    }

    private static func unreadable(_ error: FieldError) -> String {
        Words.Trouble.unreadable(["field": FieldWords.name(of: error.field)])
    }
}
