package import TrendyModel
package import TrendyWire

/// The signed-in account of this device, readable synchronously because the first frame depends on
/// it.
package protocol SessionCache: Sendable {
    /// The session, expired or not; `nil` when signed out.
    var session: Session? { get }
    /// The account that was signed in last; `nil` before the first sign-in.
    var account: Session.User? { get }
}

extension SessionCache {
    /// The signed-in account; `nil` when signed out.
    package var signedIn: EntityID? {
        session == nil ? nil : account.flatMap { EntityID($0.id) }
    }
}
