import HTTPTypes
import TrendyWire

extension OpenAPIDocument {
    /// The operations of accounts and sessions.
    static let authentication: [OpenAPIOperation] = openAuthentication + user + sessions

    private static let openAuthentication: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .post,
            path: Route.signUp,
            id: "signUp",
            tag: .authentication,
            summary: "Create an account; the answer does not reveal whether the address was taken",
            needsSession: false,
            body: OpenAPISchema.reference("SignUp"),
            answers: [
                .init(
                    status: 200,
                    text: "There is an account with this address",
                    schema: OpenAPISchema.object(
                        [("message", OpenAPISchema.text)],
                        required: ["message"]
                    )
                )
            ],
            problems: [.validation, .forbidden, .rateLimit, .unavailable]
        ),
        OpenAPIOperation(
            method: .post,
            path: Route.token,
            id: "createToken",
            tag: .authentication,
            summary: "Sign in with a password, or exchange a refresh token or a browser's code",
            needsSession: false,
            parameters: [
                .query(
                    "grant_type",
                    OpenAPISchema.choice(["password", "refresh_token", "pkce"]),
                    "`password` with an address and a password, `refresh_token` with a token, "
                        + "`pkce` with the code of a browser and its verifier",
                    isRequired: true
                )
            ],
            body: OpenAPISchema.any(of: [
                OpenAPISchema.reference("Credentials"),
                OpenAPISchema.reference("RefreshRequest"),
                OpenAPISchema.reference("CodeExchange"),
            ]),
            answers: [
                .init(
                    status: 200,
                    text: "A session",
                    schema: OpenAPISchema.reference("Session")
                )
            ],
            problems: [.validation, .unauthorized, .forbidden, .rateLimit, .unavailable]
        ),
        OpenAPIOperation(
            method: .get,
            path: Route.settings,
            id: "getSettings",
            tag: .authentication,
            summary: "How people can sign in with a browser",
            needsSession: false,
            answers: [
                .init(
                    status: 200,
                    text: "The settings",
                    schema: OpenAPISchema.reference("ServerSettings")
                )
            ]
        ),
        OpenAPIOperation(
            method: .get,
            path: Route.keys,
            id: "listKeys",
            tag: .authentication,
            summary: "The public keys of access tokens (RFC 7517)",
            needsSession: false,
            answers: [
                .init(status: 200, text: "The keys", schema: OpenAPISchema.reference("KeySet"))
            ]
        ),
    ]

    private static let userAnswer = OpenAPIOperation.Answer(
        status: 200,
        text: "The account",
        schema: OpenAPISchema.reference("User")
    )

    private static let user: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .get,
            path: Route.user,
            id: "getUser",
            tag: .authentication,
            summary: "The signed-in account",
            answers: [userAnswer]
        ),
        OpenAPIOperation(
            method: .put,
            path: Route.user,
            id: "changePassword",
            tag: .authentication,
            summary: "Set a new password and end all other sessions",
            body: OpenAPISchema.reference("PasswordChange"),
            answers: [userAnswer],
            problems: [.validation]
        ),
        OpenAPIOperation(
            method: .delete,
            path: Route.user,
            id: "deleteUser",
            tag: .authentication,
            summary: "Delete the account and all its data",
            body: OpenAPISchema.reference("PasswordConfirmation"),
            answers: [.init(status: 204, text: "The account is deleted")],
            problems: [.validation]
        ),
    ]

    private static let sessions: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .post,
            path: Route.signOut,
            id: "signOut",
            tag: .authentication,
            summary: "End sessions of the account",
            parameters: [
                .query(
                    "scope",
                    OpenAPISchema.choice(SignOutScope.allCases.map(\.rawValue)),
                    "The session of the request (the default), all others, or all"
                )
            ],
            answers: [.init(status: 204, text: "The sessions have ended")],
            problems: [.validation]
        ),
        OpenAPIOperation(
            method: .get,
            path: Route.sessions,
            id: "listSessions",
            tag: .authentication,
            summary: "The sessions of the account, newest first",
            answers: [
                .init(
                    status: 200,
                    text: "The sessions",
                    schema: OpenAPISchema.reference("SessionList")
                )
            ]
        ),
        OpenAPIOperation(
            method: .delete,
            path: "\(Route.sessions)/{id}",
            id: "endSession",
            tag: .authentication,
            summary: "End a session",
            answers: [.init(status: 204, text: "The session has ended")],
            problems: [.notFound]
        ),
    ]
}
