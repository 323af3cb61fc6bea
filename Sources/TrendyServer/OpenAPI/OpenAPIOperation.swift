import HTTPTypes
import TrendyModel
import TrendyWire

/// One operation of the API: a method of a path.
struct OpenAPIOperation: Sendable {
    /// The groups of operations.
    enum Tag: String, CaseIterable, Sendable {
        case authentication
        case sync
        case entities
        case onboarding
        case server

        var text: String {
            switch self {
            case .authentication: "Accounts and sessions, a subset of the Supabase Auth API"
            case .sync: "The protocol of devices: push, pull, snapshot and repair"
            case .entities: "Events, event types, property definitions and geofences"
            case .onboarding: "The onboarding status of the account"
            case .server: "The state and the description of the server"
            }
        }
    }

    /// A parameter of the query, of the path or in a header.
    struct Parameter: Sendable {
        let name: String
        let place: String
        let schema: OpenAPIValue
        let text: String
        var isRequired = false

        static func query(
            _ name: String,
            _ schema: OpenAPIValue,
            _ text: String,
            isRequired: Bool = false
        ) -> Parameter {
            Parameter(
                name: name,
                place: "query",
                schema: schema,
                text: text,
                isRequired: isRequired
            )
        }

        static func header(_ name: String, _ schema: OpenAPIValue, _ text: String) -> Parameter {
            Parameter(name: name, place: "header", schema: schema, text: text)
        }
    }

    /// An answer that is not a problem.
    struct Answer: Sendable {
        let status: Int
        let text: String
        /// The media types of the body; empty without a body.
        var types: [String] = ["application/json"]
        var schema: OpenAPIValue?
        var hasETag = false
    }

    let method: HTTPRequest.Method
    let path: String
    /// A unique name, for generated clients.
    let id: String
    let tag: Tag
    let summary: String
    /// Whether a request needs an access token.
    var needsSession = true
    var parameters: [Parameter] = []
    /// The schema of the JSON body; `nil` for a request without a body.
    var body: OpenAPIValue?
    let answers: [Answer]
    /// The problems beyond those of all operations of this kind, see ``allProblems``.
    var problems: [ProblemCode] = []

    /// All problems that the operation answers with.
    ///
    /// Each operation refuses an unreadable or too old contract version; an operation with a
    /// session refuses requests without one, and requests beyond the account's and the server's
    /// limits; one with a body, a body that is not the expected JSON, or too large.
    var allProblems: [ProblemCode] {
        var codes: Set<ProblemCode> = [.malformed, .upgradeRequired]
        if needsSession { codes.formUnion([.unauthorized, .rateLimit, .unavailable]) }
        if body != nil { codes.insert(.payloadTooLarge) }
        codes.formUnion(problems)
        return ProblemCode.allCases.filter(codes.contains)
    }

    /// The statuses of all answers, sorted.
    var statuses: [Int] {
        Set(answers.map(\.status) + allProblems.map(\.status)).sorted()
    }

    /// The names of the parameters in the path.
    var pathParameters: [String] {
        path.split(separator: "/").filter { $0.first == "{" }.map {
            String($0.dropFirst().dropLast())
        }
    }
}

extension OpenAPIOperation {
    /// The operation as an object of OpenAPI.
    var value: OpenAPIValue {
        var value: OpenAPIValue = [
            "operationId": .string(id), "tags": [.string(tag.rawValue)],
            "summary": .string(summary),
        ]
        if !needsSession { value = value.adding(["security": []]) }
        value = value.adding(["parameters": .array(parameterValues)])
        if let body {
            value = value.adding([
                "requestBody": [
                    "required": true, "content": ["application/json": ["schema": body]],
                ]
            ])
        }
        return value.adding(["responses": .object(responses)])
    }

    private var parameterValues: [OpenAPIValue] {
        pathParameters.map { name in
            ["name": .string(name), "in": "path", "required": true, "schema": OpenAPISchema.id]
        }
            + parameters.map { parameter in
                [
                    "name": .string(parameter.name), "in": .string(parameter.place),
                    "description": .string(parameter.text),
                    "required": .bool(parameter.isRequired), "schema": parameter.schema,
                ]
            }
            + ["Contract", "RequestID"].map { ["$ref": "#/components/parameters/\($0)"] }
    }

    private var responses: [OpenAPIValue.Member] {
        statuses.map { status in
            if let answer = answers.first(where: { $0.status == status }) {
                return .init(name: "\(status)", value: answer.value)
            }
            let codes = allProblems.filter { $0.status == status }
            return .init(name: "\(status)", value: Self.problem(codes))
        }
    }

    private static func problem(_ codes: [ProblemCode]) -> OpenAPIValue {
        let text = codes.map { "`\($0.rawValue)`: \($0.title)" }.joined(separator: "; ")
        let content: OpenAPIValue = [
            "application/problem+json": ["schema": OpenAPISchema.reference("Problem")]
        ]
        let response: OpenAPIValue = ["description": .string(text)]
        let status = codes.first?.status
        guard status == 429 || status == 503 else { return response.adding(["content": content]) }
        return response.adding([
            "headers": ["Retry-After": ["$ref": "#/components/headers/RetryAfter"]],
            "content": content,
        ])
    }
}

extension OpenAPIOperation.Answer {
    var value: OpenAPIValue {
        var value: OpenAPIValue = ["description": .string(text)]
        if hasETag {
            value = value.adding([
                "headers": ["ETag": ["$ref": "#/components/headers/ETag"]]
            ])
        }
        guard let schema else { return value }
        let content = types.map { OpenAPIValue.Member(name: $0, value: ["schema": schema]) }
        return value.adding(["content": .object(content)])
    }
}
