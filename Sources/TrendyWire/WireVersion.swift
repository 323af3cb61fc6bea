/// The version of the contract between device and server.
package enum WireVersion {
    /// The version of this program; it increases when an older program could do harm.
    package static let current = 1
}
