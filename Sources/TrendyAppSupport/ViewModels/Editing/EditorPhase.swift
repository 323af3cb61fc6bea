public import TrendyModel

/// The phase of an editor.
public enum EditorPhase: Sendable, Equatable {
    /// The stored values have not been read yet.
    case loading
    /// The person can edit.
    case ready
    /// A save or a deletion is in progress.
    case saving
    /// The entity with this id was saved; the screen can close.
    case saved(EntityID)
    /// The entity was deleted here; the screen can close.
    case deleted
    /// The entity does not exist, or was deleted elsewhere.
    case missing
}
