import TrendyModel

/// An event type, and whether the person resolves its conflicts.
struct AskFirstType: Equatable, Identifiable {
    var id: EntityID
    /// Its name.
    var name: String
    /// Whether the server's value applies until the person decides.
    var isOn: Bool
}
