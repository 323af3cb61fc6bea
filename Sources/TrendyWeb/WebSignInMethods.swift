package import TrendyModel

/// A provider's identity that signs in to the account.
package struct WebIdentity: Sendable, Equatable {
    /// Its id on the page.
    package var id: String
    /// The address that the provider had for the person.
    package var email: String
    /// The time at which it was linked.
    package var linkedAt: Instant

    /// Creates an identity.
    package init(id: String, email: String, linkedAt: Instant) {
        self.id = id
        self.email = email
        self.linkedAt = linkedAt
    }
}

/// How the viewer can sign in to the account.
package struct WebSignInState: Sendable, Equatable {
    /// Whether the account has a password.
    package var hasPassword: Bool
    /// Whether the viewer signed in a short time ago, which confirms changes without a password.
    package var isRecent: Bool
    /// The linked identities, oldest first.
    package var identities: [WebIdentity]

    /// Creates a state.
    package init(hasPassword: Bool, isRecent: Bool, identities: [WebIdentity]) {
        self.hasPassword = hasPassword
        self.isRecent = isRecent
        self.identities = identities
    }
}

/// The sign-in of the viewer's account through a provider; implemented by hosts.
package protocol WebSignInMethods: Sendable {
    /// The provider's name.
    var name: String { get }
    /// How the viewer can sign in.
    func state() async throws -> WebSignInState
    /// Begins to link an identity; the response leads to the provider.
    ///
    /// - Throws: ``WebError`` when the password is wrong, or the provider cannot be reached.
    func link(password: String) async throws -> WebResponse
    /// Ends the sign-in of an identity.
    ///
    /// - Throws: ``WebError`` when the viewer could not sign in any more.
    func unlink(_ id: String) async throws
    /// Begins to sign in again, to confirm a change; the response leads to the provider.
    ///
    /// - Throws: ``WebError`` when the provider cannot be reached.
    func signInAgain(returningTo page: WebPath) async throws -> WebResponse
}
