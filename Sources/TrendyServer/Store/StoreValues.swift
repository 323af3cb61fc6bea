package import TrendyModel
package import TrendyWire

/// A person's account.
package struct Account: Sendable, Equatable {
    /// Its id, the `sub` of its tokens.
    package var id: EntityID
    /// Its normalised address.
    package var email: String
    /// The password's hash with its salt and cost.
    package var passwordHash: String
    /// When it was made.
    package var createdAt: Instant
    /// When an administrator disabled it; `nil` while it may sign in.
    package var disabledAt: Instant?

    /// Bundles the parts.
    package init(
        id: EntityID,
        email: String,
        passwordHash: String,
        createdAt: Instant,
        disabledAt: Instant? = nil
    ) {
        self.id = id
        self.email = email
        self.passwordHash = passwordHash
        self.createdAt = createdAt
        self.disabledAt = disabledAt
    }
}

/// A mutation with what only the server knows of it.
package struct PushCommand: Sendable {
    /// The mutation.
    package var mutation: PushMutation
    /// What the same request has in common with its repetition.
    package var requestHash: [UInt8]
    /// Whether deleting a type deletes its events too.
    package var cascades: Bool
    /// The keys of a new event that needs no closer look.
    package let scan: EventScan?

    /// Bundles the parts.
    package init(mutation: PushMutation, requestHash: [UInt8], cascades: Bool = false) {
        self.mutation = mutation
        self.requestHash = requestHash
        self.cascades = cascades
        scan =
            mutation.kind == .event && mutation.operation == .create
            ? EventScan(mutation.fields) : nil
    }
}

/// What a push did.
package struct PushOutcome: Sendable, Equatable {
    /// One result for each command, in their order; those behind the last one were not applied,
    /// since the answer would be too long.
    package var results: [PushResult]
    /// The account's number before the push.
    package var versionBefore: Int64
    /// The account's number after it; all numbers between are the push's own.
    package var versionAfter: Int64
    /// Whether some of those are of entities that no command names, such as the definitions that
    /// went with their type: the results do not tell of them.
    package var hasOthers: Bool

    /// Bundles the parts.
    package init(
        results: [PushResult],
        versionBefore: Int64,
        versionAfter: Int64,
        hasOthers: Bool = false
    ) {
        self.results = results
        self.versionBefore = versionBefore
        self.versionAfter = versionAfter
        self.hasOthers = hasOthers
    }
}

/// The exchange of a refresh token.
package struct TokenRotation: Sendable {
    /// The account that the token names.
    package var account: EntityID
    /// The hash of the token shown.
    package var shown: [UInt8]
    /// The hash of its successor.
    package var successor: [UInt8]
    /// Now.
    package var now: Instant
    /// How long the same token may be shown again.
    package var grace: Duration

    /// Bundles the parts.
    package init(
        account: EntityID,
        shown: [UInt8],
        successor: [UInt8],
        now: Instant,
        grace: Duration
    ) {
        self.account = account
        self.shown = shown
        self.successor = successor
        self.now = now
        self.grace = grace
    }

    /// What became of it.
    package enum Outcome: Sendable, Equatable {
        /// The successor counts; the session's id.
        case rotated(session: EntityID)
        /// The token was shown too late a second time: its family is revoked.
        case reused
        /// The token is unknown or its family ended.
        case unknown
    }
}

/// A page of changes, without the epoch.
package struct ChangeSlice: Sendable, Equatable {
    /// The entities by version.
    package var entities: [Entity]
    /// Where to go on.
    package var nextVersion: Int64
    /// Whether there is more.
    package var hasMore: Bool
    /// The number of the account's last change.
    package var latestVersion: Int64
    /// Readers who have come less far than this may have missed a deletion.
    package var tombstonesCollectedTo: Int64
}

/// A page of a range of ids.
package struct RangePage: Sendable, Equatable {
    /// The entities by id.
    package var entities: [Entity]
    /// Whether there is more.
    package var hasMore: Bool
    /// The number of the account's last change.
    package var latestVersion: Int64
}

/// The start of a snapshot.
package struct SnapshotStart: Sendable, Equatable {
    /// The number of the account's last change.
    package var version: Int64
    /// Live entities by kind.
    package var counts: [EntityKind: Int]
    /// Readers who have come less far than this may have missed a deletion.
    package var tombstonesCollectedTo: Int64
    /// The last cursor of each earlier life of the data that this one goes on from.
    package var previousEpochs: [Cursor]
}

/// A page of a snapshot.
package struct SnapshotPage: Sendable, Equatable {
    /// Live entities.
    package var entities: [Entity]
    /// Where to go on; `nil` when this is the last page.
    package var next: SnapshotPosition?
}

/// Which events a list holds.
package struct EventQuery: Sendable {
    /// At most so many.
    package var limit: Int
    /// After this place.
    package var after: SnapshotPosition?
    /// At or after this instant.
    package var from: Instant?
    /// Before this instant.
    package var to: Instant?
    /// Of this type.
    package var eventTypeID: EntityID?
    /// From this source.
    package var sourceType: String?

    /// A query for the newest.
    package init(limit: Int) {
        self.limit = limit
    }
}

/// Which other entities a list holds.
package struct EntityQuery: Sendable {
    /// Of this kind.
    package var kind: EntityKind
    /// At most so many.
    package var limit: Int
    /// After this id.
    package var after: EntityID?
    /// Definitions of this type.
    package var eventTypeID: EntityID?

    /// A query for the first.
    package init(kind: EntityKind, limit: Int) {
        self.kind = kind
        self.limit = limit
    }
}

/// A page of a list.
package struct EntityPage: Sendable, Equatable {
    /// The entities.
    package var entities: [Entity]
    /// Whether there is more.
    package var hasMore: Bool
}

/// The state of an account's sync.
package struct AccountState: Sendable, Equatable {
    /// The number of the account's last change.
    package var version: Int64
    /// Live entities by kind.
    package var counts: [EntityKind: Int]
    /// The devices by id.
    package var devices: [Device]

    /// A device's last report.
    package struct Device: Sendable, Equatable {
        /// The device.
        package var id: EntityID
        /// When it reported.
        package var reportedAt: Instant
        /// What it said.
        package var report: DeviceReport
    }
}
