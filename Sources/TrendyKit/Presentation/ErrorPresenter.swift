import TrendyModel

/// An error with a localized message.
package protocol UserFacingError: Error {
    /// What happened, and what the person can do.
    var message: String { get }
}

/// Localized messages for errors, without codes, statements or recorded content.
package enum ErrorPresenter {
    /// The message for an error.
    ///
    /// An unknown error becomes a general message about the database.
    package static func text(for error: any Error) -> String {
        if let error = error as? any UserFacingError { return error.message }
        return FailureReasonPresenter.text(for: FailureReason(error))
    }
}

extension ProfileError: UserFacingError {}
extension KeyValueError: UserFacingError {}
