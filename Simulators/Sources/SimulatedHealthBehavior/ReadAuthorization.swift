public import Foundation

/// The app's read authorization for a type.
public enum ReadAuthorization: Sendable, Hashable {
    /// Not requested yet.
    case notDetermined
    /// Denied; indistinguishable for the app from having no data.
    case denied
    /// Full access.
    case allowed
    /// Access to samples that end at a date or later.
    case limited(from: Date)
}

/// The person's answer to the authorization sheet.
public enum AuthorizationDecision: Sendable, Hashable {
    /// Allow everything.
    case allowAll
    /// Deny everything; the request still succeeds.
    case denyAll
    /// Allow some types by identifier, and deny the rest.
    case allow(share: Set<String>, read: Set<String>)
    /// Allow everything from a date on.
    case allowHistory(from: Date)
    /// Close the sheet without a decision: the request fails with `errorUserCanceled`.
    case cancel
    /// The sheet stays open.
    case ignore
}
