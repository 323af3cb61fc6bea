import TrendyLocalization
import TrendyModel

/// An error that says in words for people what happened and what to do.
package protocol UserFacingError: Error {
    /// What happened and what to do.
    var message: String { get }
}

extension StoreError: UserFacingError {}

/// Errors as people read them: no codes, no statements, nothing of what was recorded.
package enum ErrorPresenter {
    /// What happened, as far as a person can do anything about it.
    package static func text(for error: any Error) -> String {
        switch error {
        case let error as any UserFacingError: error.message
        case let error as FieldError: unreadable(error)
        default:
            // What SQLite says of a full disk, whoever passes it on.
            String(describing: error).contains("SQLite error 13")
                ? Strings.Failures.diskFull() : Strings.Failures.database()
        }
    }

    private static func unreadable(_ error: FieldError) -> String {
        Strings.Failures.unreadable(["field": FieldFormatter.name(of: error.field)])
    }
}
