/// The body of `PUT /auth/v1/user`: a new password.
package struct PasswordChange: Codable, Sendable {
    /// The current password.
    package var currentPassword: String
    /// The new password.
    package var password: String

    /// Creates a change of the password.
    package init(currentPassword: String, password: String) {
        self.currentPassword = currentPassword
        self.password = password
    }

    enum CodingKeys: String, CodingKey {
        case currentPassword = "current_password"
        case password
    }
}

/// The body of `DELETE /auth/v1/user`.
package struct PasswordConfirmation: Codable, Sendable {
    /// The account's password.
    package var password: String

    /// Creates a confirmation.
    package init(password: String) {
        self.password = password
    }
}

/// Which sessions `POST /auth/v1/logout?scope=` ends, as in GoTrue.
package enum SignOutScope: String, Sendable, CaseIterable {
    /// The session of the request; the default without a scope.
    case local
    /// All other sessions of the account.
    case others
    /// All sessions of the account.
    case global
}

/// The answer of `GET /auth/v1/sessions`: the account's sessions, newest first.
package struct SessionList: Codable, Sendable, Equatable {
    /// A session of the list.
    package struct Item: Codable, Sendable, Equatable {
        /// Its id.
        package var id: String
        /// The time of the sign-in, RFC 3339.
        package var createdAt: String
        /// The time of the last refresh, RFC 3339.
        package var refreshedAt: String
        /// The client program from `User-Agent`; empty if it was not named.
        package var client: String
        /// Whether it is the session of the request.
        package var isCurrent: Bool

        /// Creates a session of the list.
        package init(
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
    package var sessions: [Item]

    /// Creates a list of sessions.
    package init(sessions: [Item]) {
        self.sessions = sessions
    }
}
