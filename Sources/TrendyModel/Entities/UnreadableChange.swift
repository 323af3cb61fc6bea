/// A server's change that this program cannot decode: of an unknown kind, or without a common
/// field.
///
/// It is stored unchanged, so that neither this change nor later ones are lost.
package struct UnreadableChange: Sendable, Equatable {
    /// The entity, if the change names one.
    package var entityID: EntityID?
    /// The name of the kind, as sent by the server; empty if it is missing.
    package var kind: String
    /// The reason for which decoding failed.
    package var reason: String
    /// The received JSON.
    package var json: RawJSON

    /// Creates an unreadable change.
    package init(entityID: EntityID?, kind: String, reason: String, json: RawJSON) {
        self.entityID = entityID
        self.kind = kind
        self.reason = reason
        self.json = json
    }
}
