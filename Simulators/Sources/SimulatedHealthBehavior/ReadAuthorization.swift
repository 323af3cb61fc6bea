public import Foundation

/// What the person lets the app read of a type.
public enum ReadAuthorization: Sendable, Hashable {
    /// Not asked yet.
    case notDetermined
    /// Nothing; the app cannot tell this from there being nothing.
    case denied
    /// Everything.
    case allowed
    /// What ended at a moment or later.
    case limited(from: Date)
}

/// How the person answers the permission sheet.
public enum AuthorizationDecision: Sendable, Hashable {
    /// Yes to everything.
    case allowAll
    /// No to everything; the request still succeeds.
    case denyAll
    /// Yes to some types, by their identifiers, and no to the rest.
    case allow(share: Set<String>, read: Set<String>)
    /// Yes to everything, but only from a moment on.
    case allowHistory(from: Date)
    /// The sheet is closed with nothing decided: the request fails with `errorUserCanceled`.
    case cancel
    /// The sheet stays open.
    case ignore
}
