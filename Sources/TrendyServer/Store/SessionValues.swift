package import TrendyModel

/// A new session: the first token of a family of refresh tokens.
package struct NewSession: Sendable {
    /// The account.
    package var account: EntityID
    /// Its id.
    package var id: EntityID
    /// The hash of its first refresh token.
    package var tokenHash: [UInt8]
    /// The program that signed in, from its `User-Agent`; empty when it names none.
    package var client: String
    /// Now.
    package var now: Instant

    /// A session that starts now.
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

/// A session of an account, as its owner sees it.
package struct AccountSession: Sendable, Equatable {
    /// Its id.
    package var id: EntityID
    /// When the person signed in.
    package var createdAt: Instant
    /// When its access token was last renewed.
    package var refreshedAt: Instant
    /// The program that signed in; empty when it named none.
    package var client: String
}

/// What creating an account came to.
package enum AccountCreation: Sendable, Equatable {
    /// The account was created.
    case created
    /// Another account has the address.
    case addressTaken
    /// The invite is unknown, used up or expired; nothing was written.
    case invalidInvite
}

/// What an account holds, against its quota.
package struct AccountUsage: Sendable, Equatable {
    /// Live entities.
    package var entities: Int64
    /// Bytes of the live entities' content.
    package var bytes: Int64
}

/// An account as an administrator sees it.
package struct AccountSummary: Sendable, Equatable {
    /// The account.
    package var account: Account
    /// What it holds.
    package var usage: AccountUsage
    /// How many sessions it has.
    package var sessions: Int
    /// How many devices have reported.
    package var devices: Int
    /// When a device last reported.
    package var lastReportAt: Instant?
}
