import Observation

/// The engine in use, for those who must not hold the app.
@Observable
@MainActor
final class CurrentEngine {
    /// `nil` while it changes.
    var engine: TrendyEngine?
}
