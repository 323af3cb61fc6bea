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
package struct RefreshRequest: Codable, Sendable {
    /// The latest refresh token.
    package var refreshToken: String

    /// Creates a request.
    package init(refreshToken: String) {
        self.refreshToken = refreshToken
    }

    enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}

/// The body of an exchange of a browser's code for a session, in the form of GoTrue.
///
/// Source: [RFC 7636, section 4.5](https://www.rfc-editor.org/rfc/rfc7636#section-4.5).
package struct CodeExchange: Codable, Sendable {
    /// The code that the browser handed over.
    package var code: String
    /// The secret of the challenge that the code was made for.
    package var verifier: String

    /// Creates an exchange.
    package init(code: String, verifier: String) {
        self.code = code
        self.verifier = verifier
    }

    enum CodingKeys: String, CodingKey {
        case code = "auth_code"
        case verifier = "code_verifier"
    }
}

/// What a program needs to know of a server before a sign-in.
package struct ServerSettings: Codable, Sendable {
    /// Whether people can sign in with a browser.
    package var hasPages: Bool
    /// The name of the provider through which people can sign in with a browser; omitted without
    /// one.
    package var providerName: String?

    /// Creates settings.
    package init(hasPages: Bool, providerName: String? = nil) {
        self.hasPages = hasPages
        self.providerName = providerName
    }

    enum CodingKeys: String, CodingKey {
        case hasPages = "has_pages"
        case providerName = "provider_name"
    }
}

/// A session in the form of GoTrue.
package struct Session: Codable, Sendable, Equatable {
    /// The signed-in account.
    package struct User: Codable, Sendable, Equatable {
        /// The account's id, a lowercase UUID.
        package var id: String
        /// Its e-mail address.
        package var email: String
        /// The creation time, RFC 3339.
        package var createdAt: String

        /// Creates a user.
        package init(id: String, email: String, createdAt: String) {
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
    package var accessToken: String
    /// Always `bearer`.
    package var tokenType: String
    /// The lifetime of the access token in seconds.
    package var expiresIn: Int
    /// The expiry in Unix seconds.
    package var expiresAt: Int64
    /// The token for the next refresh; valid once.
    package var refreshToken: String
    /// The signed-in account.
    package var user: User

    /// Creates a session.
    package init(
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
