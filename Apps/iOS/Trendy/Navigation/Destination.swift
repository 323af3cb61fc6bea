/// A screen that a tab pushes.
enum Destination: Hashable {
    /// The account: who is signed in, and signing out.
    case account
}
