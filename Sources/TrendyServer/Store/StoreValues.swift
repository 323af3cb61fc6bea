package import TrendyModel
package import TrendyWire

/// A person's account.
package struct Account: Sendable, Equatable {
    /// The id, which is the `sub` claim of its tokens.
    package var id: EntityID
    /// The normalized address.
    package var email: String
    /// The password hash with its salt and cost; empty for an account without a password, to which
    /// identities of providers sign in.
    package var passwordHash: String
    /// The creation time.
    package var createdAt: Instant
    /// The time at which an administrator disabled the account; `nil` when it is enabled.
    package var disabledAt: Instant?
    /// Whether the account administers the server in a browser.
    package var isAdministrator: Bool

    /// Whether a password signs in to the account.
    package var hasPassword: Bool { !passwordHash.isEmpty }

    /// Creates an account.
    package init(
        id: EntityID,
        email: String,
        passwordHash: String,
        createdAt: Instant,
        disabledAt: Instant? = nil,
        isAdministrator: Bool = false
    ) {
        self.id = id
        self.email = email
        self.passwordHash = passwordHash
        self.createdAt = createdAt
        self.disabledAt = disabledAt
        self.isAdministrator = isAdministrator
    }
}

/// A mutation with the server's additions.
package struct PushCommand: Sendable {
    /// The mutation.
    package var mutation: PushMutation
    /// The hash that a request and its repetition share.
    package var requestHash: [UInt8]
    /// Whether deleting a type also deletes its events.
    package var cascades: Bool
    /// The keys of a new event that were scanned without decoding it.
    package let scan: EventScan?

    /// Creates a command.
    package init(mutation: PushMutation, requestHash: [UInt8], cascades: Bool = false) {
        self.mutation = mutation
        self.requestHash = requestHash
        self.cascades = cascades
        scan =
            mutation.kind == .event && mutation.operation == .create
            ? EventScan(mutation.fields) : nil
    }
}

/// The result of a push.
package struct PushOutcome: Sendable, Equatable {
    /// The account's epoch.
    package var epoch: String
    /// One result per command, in order.
    ///
    /// Commands without a result were not applied, because the answer would be too long.
    package var results: [PushResult]
    /// The account's version before the push.
    package var versionBefore: Int64
    /// The account's version after the push; all versions between belong to the push.
    package var versionAfter: Int64
    /// Whether the push wrote entities that no command names, such as the definitions of a deleted
    /// type: the results do not contain them.
    package var hasOthers: Bool

    /// Creates a result.
    package init(
        epoch: String,
        results: [PushResult],
        versionBefore: Int64,
        versionAfter: Int64,
        hasOthers: Bool = false
    ) {
        self.epoch = epoch
        self.results = results
        self.versionBefore = versionBefore
        self.versionAfter = versionAfter
        self.hasOthers = hasOthers
    }
}

/// The rotation of a refresh token.
package struct TokenRotation: Sendable {
    /// The account in the token.
    package var account: EntityID
    /// The hash of the presented token.
    package var shown: [UInt8]
    /// The hash of its successor.
    package var successor: [UInt8]
    /// The server's time.
    package var now: Instant
    /// The time in which the client may present the same token again.
    package var grace: Duration

    /// Creates a rotation.
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

    /// The result of a rotation.
    package enum Outcome: Sendable, Equatable {
        /// The successor is valid; with the session's id.
        case rotated(session: EntityID)
        /// The token was presented again after the grace time: its family is revoked.
        case reused
        /// The token is unknown or its family has ended.
        case unknown
    }
}

/// The filter of a list of events.
package struct EventQuery: Sendable {
    /// The maximum number of events.
    package var limit: Int
    /// After this position.
    package var after: SnapshotPosition?
    /// At or after this instant.
    package var from: Instant?
    /// Before this instant.
    package var to: Instant?
    /// Of this type.
    package var eventTypeID: EntityID?
    /// From this source.
    package var sourceType: String?
    /// Whether the oldest event is first; the newest otherwise.
    package var isOldestFirst = false
    /// The size of the contents after which a page ends, in bytes.
    package var maximumBytes = WireLimit.pageBytes

    /// Creates a query for the newest events.
    package init(limit: Int) {
        self.limit = limit
    }
}

/// The filter of a list of entities other than events.
package struct EntityQuery: Sendable {
    /// Of this kind.
    package var kind: EntityKind
    /// The maximum number of entities.
    package var limit: Int
    /// After this id.
    package var after: EntityID?
    /// Definitions of this type.
    package var eventTypeID: EntityID?

    /// Creates a query for the first entities.
    package init(kind: EntityKind, limit: Int) {
        self.kind = kind
        self.limit = limit
    }
}

/// A page of a list.
package struct EntityPage: Sendable, Equatable {
    /// The entities.
    package var entities: [Entity]
    /// Whether there are more entities.
    package var hasMore: Bool

    /// Creates a page from its parts.
    package init(entities: [Entity], hasMore: Bool) {
        self.entities = entities
        self.hasMore = hasMore
    }
}

/// The sync state of an account.
package struct AccountState: Sendable, Equatable {
    /// The account's epoch.
    package var epoch: String
    /// The number of the account's last change.
    package var version: Int64
    /// Live entities by kind.
    package var counts: [EntityKind: Int]
    /// The devices, sorted by id.
    package var devices: [Device]

    /// Creates a state from its parts.
    package init(
        epoch: String,
        version: Int64,
        counts: [EntityKind: Int],
        devices: [Device]
    ) {
        self.epoch = epoch
        self.version = version
        self.counts = counts
        self.devices = devices
    }

    /// The last report of a device.
    package struct Device: Sendable, Equatable {
        /// The device.
        package var id: EntityID
        /// The time of the report.
        package var reportedAt: Instant
        /// What it said.
        package var report: DeviceReport

        /// Creates a device from its parts.
        package init(id: EntityID, reportedAt: Instant, report: DeviceReport) {
            self.id = id
            self.reportedAt = reportedAt
            self.report = report
        }
    }
}
