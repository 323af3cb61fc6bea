/// The policy for new accounts of a server.
package enum SignUpPolicy: String, Sendable, CaseIterable {
    /// All clients may sign up.
    case open
    /// Sign-up needs an invite of an administrator.
    case invite
    /// Only administrators add accounts.
    case closed
}
