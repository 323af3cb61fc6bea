/// A change that a server sent and this program cannot take in: of a kind that it does not know, or
/// without a field that all entities have.
///
/// It is set aside as it stands, so that neither it nor what follows it is lost.
public struct UnreadableChange: Sendable, Equatable {
    /// The entity, where the change names one.
    public var entityID: EntityID?
    /// The kind's name, as the server gave it; empty when it gave none.
    public var kind: String
    /// Why it cannot be taken in.
    public var reason: String
    /// The change as it came.
    public var json: RawJSON

    /// Bundles a change.
    public init(entityID: EntityID?, kind: String, reason: String, json: RawJSON) {
        self.entityID = entityID
        self.kind = kind
        self.reason = reason
        self.json = json
    }
}
