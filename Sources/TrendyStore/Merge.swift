public import TrendyModel

/// Two changes of one entity that did not know of each other.
public struct Divergence: Sendable {
    /// What the entity is.
    public var kind: EntityKind
    /// The last fields that both sides knew; without fields when there was nothing.
    public var base: Document
    /// The fields here; `nil` when it was deleted here.
    public var local: Document?
    /// When it was changed here, by the corrected clock.
    public var localEditedAt: Instant
    /// The fields on the server; `nil` when it was deleted there.
    public var remote: Document?
    /// When it was changed there.
    public var remoteEditedAt: Instant
    /// Whether the fields on the server are those of a backup, on which those here followed.
    public var isRemotePast: Bool
    /// Whether the person wants to be asked before a value of here replaces one of the server.
    public var asksBeforeResolving: Bool

    /// Bundles the sides.
    public init(
        kind: EntityKind,
        base: Document,
        local: Document?,
        localEditedAt: Instant,
        remote: Document?,
        remoteEditedAt: Instant,
        isRemotePast: Bool = false,
        asksBeforeResolving: Bool = false
    ) {
        self.kind = kind
        self.base = base
        self.local = local
        self.localEditedAt = localEditedAt
        self.remote = remote
        self.remoteEditedAt = remoteEditedAt
        self.isRemotePast = isRemotePast
        self.asksBeforeResolving = asksBeforeResolving
    }
}

/// How a divergence ends.
public struct Resolution: Sendable, Equatable {
    /// A value that lost.
    public struct Loss: Sendable, Equatable {
        /// The field that stands for all of an entity's: it was edited on one side and deleted on
        /// the other.
        public static let fullEntity = "*"

        /// The field; ``fullEntity`` for all of them, whose values are objects then.
        public var field: String
        /// What both sides knew.
        public var base: RawJSON?
        /// What it was here.
        public var local: RawJSON?
        /// What it was on the server.
        public var remote: RawJSON?
        /// Which side's value stands.
        public var isLocalWinner: Bool
        /// The value that lost; `nil` when it had been cleared, or deleted.
        public var loser: RawJSON? { isLocalWinner ? remote : local }
        /// The value that stood against it.
        public var winner: RawJSON? { isLocalWinner ? local : remote }

        /// Bundles a loss.
        public init(
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

    /// The fields that stand; `nil` when the entity is deleted.
    public var merged: Document?
    /// What goes into the conflict journal.
    public var losses: [Loss]

    /// Bundles a resolution.
    public init(merged: Document?, losses: [Loss]) {
        self.merged = merged
        self.losses = losses
    }
}

/// Decides how divergences end; a pure function.
public protocol MergePolicy: Sendable {
    /// The end of a divergence.
    func resolve(_ divergence: Divergence) -> Resolution
}
