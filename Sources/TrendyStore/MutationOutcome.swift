public import TrendyModel

/// What became of a mutation that was sent, in the terms of the store.
public enum MutationOutcome: Sendable {
    /// The server has it; the entity's version is this now, and its times those of the entity given
    /// or, without one, of the mutation.
    case accepted(version: Int64, entity: Entity? = nil)
    /// The entity has changed on the server since; it is this there.
    case diverged(Entity)
    /// It was not accepted and may be tried again at a time; `nil` when a person must decide.
    ///
    /// Unless it is proven that the server takes others, it may be none of its own fault, and its
    /// age does not count.
    case refused(problem: RawJSON, retryAt: Instant?, isProven: Bool = true)
    /// What it refers to is not on the server yet; as ``refused(problem:retryAt:)`` unless that
    /// still waits here, in which case it simply waits for it.
    case blocked(problem: RawJSON, retryAt: Instant?)
    /// Another entity has its name already, the one given as far as it was told: it gets a numbered
    /// one.
    case nameTaken(by: Entity?)
}
