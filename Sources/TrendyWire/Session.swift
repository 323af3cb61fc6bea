/// The body of a sign-up or a sign-in with a password.
public struct Credentials: Codable, Sendable {
    /// The account's e-mail address.
    public var email: String
    /// Its password.
    public var password: String
    /// The invite code for a sign-up; omitted when `nil`.
    public var invite: String?

    /// Creates credentials.
    public init(email: String, password: String, invite: String? = nil) {
        self.email = email
        self.password = password
        self.invite = invite
    }
}

/// The body of a refresh.
public struct RefreshRequest: Codable, Sendable {
    /// The latest refresh token.
    public var refreshToken: String

    /// Creates a request.
    public init(refreshToken: String) {
        self.refreshToken = refreshToken
    }

    enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}

/// A session in the form of GoTrue.
public struct Session: Codable, Sendable, Equatable {
    /// The signed-in account.
    public struct User: Codable, Sendable, Equatable {
        /// The account's id, a lowercase UUID.
        public var id: String
        /// Its e-mail address.
        public var email: String
        /// The creation time, RFC 3339.
        public var createdAt: String

        /// Creates a user.
        public init(id: String, email: String, createdAt: String) {
            self.id = id
            self.email = email
            self.createdAt = createdAt
        }

        enum CodingKeys: String, CodingKey {
            case id, email
            case createdAt = "created_at"
        }
    }

    /// The JWT for requests.
    public var accessToken: String
    /// Always `bearer`.
    public var tokenType: String
    /// The lifetime of the access token in seconds.
    public var expiresIn: Int
    /// The expiry in Unix seconds.
    public var expiresAt: Int64
    /// The token for the next refresh; valid once.
    public var refreshToken: String
    /// The signed-in account.
    public var user: User

    /// Creates a session.
    public init(
        accessToken: String,
        expiresIn: Int,
        expiresAt: Int64,
        refreshToken: String,
        user: User
    ) {
        self.accessToken = accessToken
        tokenType = "bearer"
        self.expiresIn = expiresIn
        self.expiresAt = expiresAt
        self.refreshToken = refreshToken
        self.user = user
    }

    enum CodingKeys: String, CodingKey {
        case user
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case expiresAt = "expires_at"
        case refreshToken = "refresh_token"
    }
}
