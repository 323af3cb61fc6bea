/// The body of `PUT /auth/v1/user`: a new password.
public struct PasswordChange: Codable, Sendable {
    /// The current password.
    public var currentPassword: String
    /// The new password.
    public var password: String

    /// Creates a change of the password.
    public init(currentPassword: String, password: String) {
        self.currentPassword = currentPassword
        self.password = password
    }

    enum CodingKeys: String, CodingKey {
        case currentPassword = "current_password"
        case password
    }
}

/// The body of `DELETE /auth/v1/user`.
public struct PasswordConfirmation: Codable, Sendable {
    /// The account's password.
    public var password: String

    /// Creates a confirmation.
    public init(password: String) {
        self.password = password
    }
}

/// Which sessions `POST /auth/v1/logout?scope=` ends, as in GoTrue.
public enum SignOutScope: String, Sendable, CaseIterable {
    /// The session of the request; the default without a scope.
    case local
    /// All other sessions of the account.
    case others
    /// All sessions of the account.
    case global
}

/// The answer of `GET /auth/v1/sessions`: the account's sessions, newest first.
public struct SessionList: Codable, Sendable, Equatable {
    /// A session of the list.
    public struct Item: Codable, Sendable, Equatable {
        /// Its id.
        public var id: String
        /// The time of the sign-in, RFC 3339.
        public var createdAt: String
        /// The time of the last refresh, RFC 3339.
        public var refreshedAt: String
        /// The client program from `User-Agent`; empty if it was not named.
        public var client: String
        /// Whether it is the session of the request.
        public var isCurrent: Bool

        /// Creates a session of the list.
        public init(
            id: String,
            createdAt: String,
            refreshedAt: String,
            client: String,
            isCurrent: Bool
        ) {
            self.id = id
            self.createdAt = createdAt
            self.refreshedAt = refreshedAt
            self.client = client
            self.isCurrent = isCurrent
        }

        enum CodingKeys: String, CodingKey {
            case id, client
            case createdAt = "created_at"
            case refreshedAt = "refreshed_at"
            case isCurrent = "is_current"
        }
    }

    /// The sessions.
    public var sessions: [Item]

    /// Creates a list of sessions.
    public init(sessions: [Item]) {
        self.sessions = sessions
    }
}
