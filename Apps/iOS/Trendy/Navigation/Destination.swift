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
}
