public import TrendyModel
public import TrendyWire

/// Who uses this device, known without waiting: the first frame of an app depends on it.
public protocol SessionCache: Sendable {
    /// The session; one that has expired is one too. `nil` when nobody is signed in.
    var session: Session? { get }
    /// The account that was signed in last; `nil` before the first sign-in.
    var account: Session.User? { get }
}

extension SessionCache {
    /// The account that is signed in; `nil` when none is.
    public var signedIn: EntityID? {
        session == nil ? nil : account.flatMap { EntityID($0.id) }
    }
}
