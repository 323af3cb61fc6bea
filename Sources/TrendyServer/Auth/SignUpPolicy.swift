/// Who may create an account on a server.
public enum SignUpPolicy: String, Sendable, CaseIterable {
    /// Anyone who reaches the server.
    case open
    /// Holders of an invite that an administrator made.
    case invite
    /// Nobody; an administrator adds accounts.
    case closed
}
