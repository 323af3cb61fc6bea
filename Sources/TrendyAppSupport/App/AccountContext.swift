/// What a screen shows of the account beside its data, and the deletion of that data.
package struct AccountContext: Sendable {
    /// The address of the account; `nil` when none was ever signed in.
    package var email: String?
    /// The server's address; `nil` before the first sign-in.
    package var server: String?
    /// Whether the session is alive.
    package var isSignedIn = false
    /// Deletes the account's data from this device and ends its session.
    package var erase: @MainActor @Sendable () async throws -> Void

    /// Creates the context of an account.
    package init(
        email: String? = nil,
        server: String? = nil,
        isSignedIn: Bool = false,
        erase: @escaping @MainActor @Sendable () async throws -> Void = {}
    ) {
        self.email = email
        self.server = server
        self.isSignedIn = isSignedIn
        self.erase = erase
    }
}
