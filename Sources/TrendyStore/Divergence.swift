package import TrendyModel

/// Two concurrent changes of one entity: one of this device and one of the server.
package struct Divergence: Sendable {
    package var kind: EntityKind
    /// The last content that both sides had in common; empty when they had none.
    package var base: Document
    /// The content on this device; `nil` when it is deleted here.
    package var local: Document?
    /// The edit time on this device, by the corrected clock.
    package var localEditedAt: Instant
    /// The content on the server; `nil` when it is deleted there.
    package var remote: Document?
    /// The edit time on the server.
    package var remoteEditedAt: Instant
    /// Whether the server was restored from a backup, and the content on this device is a later
    /// edit of the server's.
    package var isRemoteAncestor: Bool
    /// Whether the person decides before a local value replaces one of the server.
    package var asksBeforeResolving: Bool

    package init(
        kind: EntityKind,
        base: Document,
        local: Document?,
        localEditedAt: Instant,
        remote: Document?,
        remoteEditedAt: Instant,
        isRemoteAncestor: Bool = false,
        asksBeforeResolving: Bool = false
    ) {
        self.kind = kind
        self.base = base
        self.local = local
        self.localEditedAt = localEditedAt
        self.remote = remote
        self.remoteEditedAt = remoteEditedAt
        self.isRemoteAncestor = isRemoteAncestor
        self.asksBeforeResolving = asksBeforeResolving
    }
}
