import TrendyModel

/// A screen that a tab pushes.
enum Destination: Hashable {
    /// The account: who is signed in, signing out, erasing.
    case account
    /// What notifies the person.
    case notifications
    /// What the app knows about its own state.
    case diagnosis
    /// Versions and licences.
    case about
    /// A health category of today.
    case metric(String)
    /// The event types.
    case eventTypes
    /// The sync centre.
    case sync
    /// The changes that the server did not accept.
    case failedChanges
    /// Values that lost against another device's change.
    case conflicts
    /// A place with its visits.
    case place(EntityID)
    /// The health metrics with their settings.
    case health
    /// A health metric's settings.
    case healthMetric(String)
}
