/// The reason why a person could not sign in through a provider.
package struct ProviderSignInError: Error, Sendable, Equatable {
    /// The kinds of errors.
    package enum Code: Sendable, Equatable {
        /// The person or the provider refused.
        case denied
        /// The sign-in was not begun by this browser, is too old, or was finished already.
        case expired
        /// The provider cannot be reached, or answered with an error or too late.
        case unreachable
        /// The provider's answer is invalid.
        case invalidAnswer
        /// The provider gave no address of the person.
        case noAddress
        /// The provider has not verified the address of the person.
        case unverifiedAddress
        /// An account has the address, and its owner cannot prove it with a password.
        case addressTaken
        /// An administrator disabled the account.
        case disabled
        /// The server creates no accounts by sign-up.
        case signUpClosed
        /// The identity signs in to another account.
        case identityTaken
        /// The account has too many identities.
        case tooManyIdentities
    }

    /// The kind.
    package let code: Code
    /// The cause for the log, without personal data.
    package let cause: String

    init(_ code: Code, _ cause: String = "") {
        self.code = code
        self.cause = cause
    }

    /// The sign-in was not begun by this browser, is too old, or was finished already.
    package static let expired = ProviderSignInError(.expired)
    /// The provider's address cannot be opened.
    package static let invalidAddress = ProviderSignInError.invalid("authorization address")

    static func invalid(_ cause: String) -> ProviderSignInError { .init(.invalidAnswer, cause) }
}
