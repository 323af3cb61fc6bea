package import TrendyModel

/// The result of resolving a ``Divergence``.
package struct Resolution: Sendable, Equatable {
    /// A value that lost the conflict.
    package struct Loss: Sendable, Equatable {
        /// The value of ``field`` for an entity that was edited on one side and deleted on the
        /// other.
        package static let fullEntity = "*"

        /// The name of the field; with ``fullEntity``, the values are the contents of the entity.
        package var field: String
        /// The last value that both sides had in common.
        package var base: RawJSON?
        /// The value on this device.
        package var local: RawJSON?
        /// The value on the server.
        package var remote: RawJSON?
        /// Whether the value on this device won.
        package var isLocalWinner: Bool
        /// The value that lost; `nil` when that side had cleared the field or deleted the entity.
        package var loser: RawJSON? { isLocalWinner ? remote : local }
        /// The value that won; `nil` when that side had cleared the field or deleted the entity.
        package var winner: RawJSON? { isLocalWinner ? local : remote }

        package init(
            field: String,
            base: RawJSON?,
            local: RawJSON?,
            remote: RawJSON?,
            isLocalWinner: Bool
        ) {
            self.field = field
            self.base = base
            self.local = local
            self.remote = remote
            self.isLocalWinner = isLocalWinner
        }
    }

    /// The merged content; `nil` when the entity is deleted.
    package var merged: Document?
    /// The values that lost, which go to the conflict log.
    package var losses: [Loss]

    package init(merged: Document?, losses: [Loss]) {
        self.merged = merged
        self.losses = losses
    }
}
