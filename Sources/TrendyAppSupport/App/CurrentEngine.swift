import Observation
import TrendyKit

/// A reference to the current engine for objects that must not retain the app.
@Observable
@MainActor
final class CurrentEngine {
    /// The engine; `nil` while the account changes.
    var engine: TrendyEngine?
}
