package import TrendyModel

/// The failed mutations that a person decides about.
package enum FailedMutationSelection: Sendable, Equatable {
    /// All of them.
    case all
    /// The mutation with an id.
    case mutation(EntityID)
}
