import TrendyModel
import TrendyWire

extension OpenAPIDocument {
    /// The schemas of the components, by name.
    static let schemas: [OpenAPIValue.Member] =
        [.init(name: "Problem", value: problem)] + accountSchemas + entitySchemas + syncSchemas
        + deviceSchemas + onboardingSchemas

    private typealias Schema = OpenAPISchema

    private static let problem = Schema.object(
        [
            ("type", Schema.choice(ProblemCode.allCases.map { "urn:trendy:error:\($0.rawValue)" })),
            ("title", Schema.text), ("status", Schema.integer(400...599)),
            ("detail", Schema.text), ("request_id", Schema.text), ("user_message", Schema.text),
            ("retry_after", Schema.count),
            (
                "errors",
                Schema.array(
                    of: Schema.object(
                        [
                            ("field", Schema.text), ("code", Schema.text),
                            ("message", Schema.text),
                        ],
                        required: ["field", "code", "message"]
                    )
                )
            ),
        ],
        required: ["type", "title", "status", "detail"]
    )

    private static let accountSchemas: [OpenAPIValue.Member] = [
        schema("SignUp", required: ["email", "password"]) {
            [
                (
                    "email",
                    Schema.text(EmailAddress.maximumBytes)
                        .adding(["pattern": "^\\s*[^@\\s]+@[^@\\s]+\\s*$"])
                ), ("password", newPassword), ("invite", Schema.nullable(Schema.text)),
            ]
        },
        schema("Credentials", required: ["email", "password"]) {
            [
                ("email", Schema.text), ("password", Schema.text),
                ("invite", Schema.nullable(Schema.text)),
            ]
        },
        schema("RefreshRequest", required: ["refresh_token"]) {
            [("refresh_token", Schema.text)]
        },
        schema("CodeExchange", required: ["auth_code", "code_verifier"]) {
            [("auth_code", Schema.text), ("code_verifier", Schema.text)]
        },
        schema("ServerSettings", required: ["has_pages"]) {
            [("has_pages", Schema.boolean), ("provider_name", Schema.text)]
        },
        schema("PasswordChange", required: ["current_password", "password"]) {
            [("current_password", Schema.text), ("password", newPassword)]
        },
        schema("PasswordConfirmation", required: ["password"]) { [("password", Schema.text)] },
        schema("User", required: ["id", "email", "created_at"]) {
            [
                ("id", Schema.id), ("email", Schema.text), ("created_at", Schema.instant),
            ]
        },
        schema(
            "Session",
            required: [
                "access_token", "token_type", "expires_in", "expires_at", "refresh_token", "user",
            ]
        ) {
            [
                ("access_token", Schema.text), ("token_type", ["const": "bearer"]),
                ("expires_in", Schema.count), ("expires_at", Schema.count),
                ("refresh_token", Schema.text), ("user", Schema.reference("User")),
            ]
        },
        schema("SessionList", required: ["sessions"]) {
            [("sessions", Schema.array(of: session))]
        },
        schema("KeySet", required: ["keys"]) { [("keys", Schema.array(of: signingKey))] },
    ]

    private static let newPassword = Schema.text(
        PasswordPolicy.maximumBytes,
        minimum: PasswordPolicy.minimumLength
    )

    private static let session = Schema.object(
        [
            ("id", Schema.id), ("created_at", Schema.instant), ("refreshed_at", Schema.instant),
            ("client", Schema.text), ("is_current", Schema.boolean),
        ],
        required: ["id", "created_at", "refreshed_at", "client", "is_current"]
    )

    private static let signingKey = Schema.object(
        [
            ("kty", ["const": "EC"]), ("crv", ["const": "P-256"]), ("alg", ["const": "ES256"]),
            ("use", ["const": "sig"]), ("kid", Schema.text), ("x", Schema.text),
            ("y", Schema.text),
        ],
        required: ["kty", "crv", "alg", "use", "kid", "x", "y"]
    )

    /// A schema of an object.
    static func schema(
        _ name: String,
        required: [String] = [],
        _ properties: () -> [(String, OpenAPIValue)]
    ) -> OpenAPIValue.Member {
        .init(name: name, value: OpenAPISchema.object(properties(), required: required))
    }
}
