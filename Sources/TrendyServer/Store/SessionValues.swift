package import TrendyModel

/// A new session with its first refresh token.
package struct NewSession: Sendable {
    /// The account.
    package var account: EntityID
    /// Its id.
    package var id: EntityID
    /// The hash of its first refresh token.
    package var tokenHash: [UInt8]
    /// The client program from `User-Agent`; empty without the header.
    package var client: String
    /// The server's time.
    package var now: Instant

    /// Creates a session that starts now.
    package init(
        account: EntityID,
        id: EntityID,
        tokenHash: [UInt8],
        client: String = "",
        now: Instant
    ) {
        self.account = account
        self.id = id
        self.tokenHash = tokenHash
        self.client = client
        self.now = now
    }
}

/// A live session that was found by its token.
package struct TokenSession: Sendable, Equatable {
    /// The account.
    package var account: EntityID
    /// The session's id.
    package var id: EntityID
    /// The account's address.
    package var email: String
    /// Whether the account administers the server.
    package var isAdministrator: Bool

    /// Creates a session from its parts.
    package init(account: EntityID, id: EntityID, email: String, isAdministrator: Bool) {
        self.account = account
        self.id = id
        self.email = email
        self.isAdministrator = isAdministrator
    }
}

/// A session in the form that its owner sees.
package struct AccountSession: Sendable, Equatable {
    /// Its id.
    package var id: EntityID
    /// The time of the sign-in.
    package var createdAt: Instant
    /// The time of the last refresh.
    package var refreshedAt: Instant
    /// The client program; empty when it was not named.
    package var client: String

    /// Creates a session from its parts.
    package init(id: EntityID, createdAt: Instant, refreshedAt: Instant, client: String) {
        self.id = id
        self.createdAt = createdAt
        self.refreshedAt = refreshedAt
        self.client = client
    }
}

/// The result of creating an account.
package enum AccountCreation: Sendable, Equatable {
    /// The account was created.
    case created
    /// The address belongs to another account.
    case addressTaken
    /// The invite is unknown, used up or expired; nothing was written.
    case invalidInvite
}

/// The storage that an account uses, to compare with its quota.
package struct AccountUsage: Sendable, Equatable {
    /// Live entities.
    package var entities: Int64
    /// Bytes of the live entities' content.
    package var bytes: Int64

    /// Creates a use from its parts.
    package init(entities: Int64, bytes: Int64) {
        self.entities = entities
        self.bytes = bytes
    }
}

/// An account in the form that an administrator sees.
package struct AccountSummary: Sendable, Equatable {
    /// The account.
    package var account: Account
    /// The used storage.
    package var usage: AccountUsage
    /// The number of sessions.
    package var sessions: Int
    /// The number of devices with a report.
    package var devices: Int
    /// The time of the newest device report.
    package var lastReportAt: Instant?

    /// Creates a summary from its parts.
    package init(
        account: Account,
        usage: AccountUsage,
        sessions: Int,
        devices: Int,
        lastReportAt: Instant?
    ) {
        self.account = account
        self.usage = usage
        self.sessions = sessions
        self.devices = devices
        self.lastReportAt = lastReportAt
    }
}
