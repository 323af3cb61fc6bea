public import TrendyModel

/// The failed mutations that a person decides about.
public enum FailedMutationSelection: Sendable, Equatable {
    /// All of them.
    case all
    /// The mutation with an id.
    case mutation(EntityID)
}
