/// The body of a sign-up or a sign-in with a password.
public struct Credentials: Codable, Sendable {
    /// The account's e-mail address.
    public var email: String
    /// Its password.
    public var password: String
    /// The code of an invitation, which a server may ask for at sign-up; left out when `nil`.
    public var invite: String?

    /// Makes credentials.
    public init(email: String, password: String, invite: String? = nil) {
        self.email = email
        self.password = password
        self.invite = invite
    }
}

/// The body of a refresh.
public struct RefreshRequest: Codable, Sendable {
    /// The refresh token that was handed out last.
    public var refreshToken: String

    /// Bundles it.
    public init(refreshToken: String) {
        self.refreshToken = refreshToken
    }

    enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}

/// A session, in the shape that GoTrue's clients read.
public struct Session: Codable, Sendable, Equatable {
    /// Who is signed in.
    public struct User: Codable, Sendable, Equatable {
        /// The account's id, a lowercase UUID.
        public var id: String
        /// Its e-mail address.
        public var email: String
        /// When it was made, RFC 3339.
        public var createdAt: String

        /// Bundles a user.
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

    /// The JWT that requests carry.
    public var accessToken: String
    /// Always `bearer`.
    public var tokenType: String
    /// Seconds that the access token is valid from now.
    public var expiresIn: Int
    /// Unix seconds at which it ends.
    public var expiresAt: Int64
    /// The token for the next refresh; each is used once.
    public var refreshToken: String
    /// Who is signed in.
    public var user: User

    /// Bundles a session.
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
