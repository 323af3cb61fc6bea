/// The version of the contract between device and server.
public enum WireVersion {
    /// The version of this program; it increases when an older program could do harm.
    public static let current = 1
}
