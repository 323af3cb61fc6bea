/// A server's change that this program cannot decode: of an unknown kind, or without a common
/// field.
///
/// It is stored unchanged, so that neither this change nor later ones are lost.
public struct UnreadableChange: Sendable, Equatable {
    /// The entity, if the change names one.
    public var entityID: EntityID?
    /// The name of the kind, as sent by the server; empty if it is missing.
    public var kind: String
    /// The reason for which decoding failed.
    public var reason: String
    /// The received JSON.
    public var json: RawJSON

    /// Creates an unreadable change.
    public init(entityID: EntityID?, kind: String, reason: String, json: RawJSON) {
        self.entityID = entityID
        self.kind = kind
        self.reason = reason
        self.json = json
    }
}
