/// The version of the contract between device and server.
public enum WireVersion {
    /// The one that this program speaks; it grows when an older program could do harm.
    public static let current = 1
}
