package import TrendyModel

/// The outcome of a mutation that was sent.
package enum MutationOutcome: Sendable {
    /// The server accepted the mutation.
    ///
    /// `version` is the entity's new version. The entity gets the times of `entity`, or those of
    /// the mutation when it is `nil`.
    case accepted(version: Int64, entity: Entity? = nil)
    /// The entity changed on the server since the mutation's base version; the value is its current
    /// state there.
    case diverged(Entity)
    /// The server refused the mutation.
    ///
    /// It is sent again at `retryAt`; when that is `nil`, it fails and needs a decision of the
    /// person. `isProven` states whether the server accepted other mutations; if not, the server
    /// itself may be at fault, and the mutation does not become stale.
    case refused(problem: RawJSON, retryAt: Instant?, isProven: Bool = true)
    /// An entity that the mutation refers to does not exist on the server.
    ///
    /// While the creation of that entity is in the queue, the mutation stays pending; otherwise it
    /// is treated like ``refused(problem:retryAt:isProven:)``.
    case blocked(problem: RawJSON, retryAt: Instant?)
    /// Another entity has the unique name; this entity gets a numbered name.
    ///
    /// The value is the other entity, if the server reported it.
    case nameTaken(by: Entity?)
}
