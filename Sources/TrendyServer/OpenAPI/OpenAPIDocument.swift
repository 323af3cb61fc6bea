import HTTPTypes
import TrendyModel
import TrendyWire

/// The OpenAPI 3.1 document of the API, served at ``TrendyWire/Route/openAPI``.
package enum OpenAPIDocument {
    /// All operations, by path.
    static let operations: [OpenAPIOperation] =
        authentication + sync + entities + onboarding + server

    /// The document as JSON text.
    package static let json: [UInt8] = {
        var writer = JSONWriter(capacity: 300_000)
        value.write(to: &writer)
        writer.raw("\n")
        return writer.bytes
    }()

    static let value: OpenAPIValue = [
        "openapi": "3.1.1",
        "info": [
            "title": "Trendy", "version": "\(WireVersion.current)",
            "summary": "Sync of a person's events between devices through a self-hosted server",
            "description": .string(description),
            "license": ["name": "MIT", "identifier": "MIT"],
        ],
        "servers": [["url": "/"]],
        "security": [["session": []]],
        "tags": .array(
            OpenAPIOperation.Tag.allCases.map { tag in
                ["name": .string(tag.rawValue), "description": .string(tag.text)]
            }
        ),
        "paths": .object(paths),
        "components": [
            "securitySchemes": [
                "session": [
                    "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                    "description": "The access token of a session, see `POST /auth/v1/token`.",
                ]
            ],
            "parameters": parameters,
            "headers": headers,
            "schemas": .object(schemas),
        ],
    ]

    private static let description = """
        Errors are problems (RFC 9457). Each path of GET also has HEAD, with the same answer \
        without its body. Another method of a known path is answered with 405 and `Allow`, an \
        unknown path with 404. Each answer has `X-Request-ID`, `X-Trendy-Time` and \
        `Cache-Control: no-store`. Unknown members of objects are allowed.
        """

    private static var paths: [OpenAPIValue.Member] {
        var order: [String] = []
        var byPath: [String: [OpenAPIOperation]] = [:]
        for operation in operations {
            if byPath[operation.path] == nil { order.append(operation.path) }
            byPath[operation.path, default: []].append(operation)
        }
        return order.map { path in
            let methods = (byPath[path] ?? []).map { operation in
                OpenAPIValue.Member(
                    name: operation.method.rawValue.lowercased(),
                    value: operation.value
                )
            }
            return .init(name: path, value: .object(methods))
        }
    }

    private static let parameters: OpenAPIValue = [
        "Contract": [
            "name": "X-Trendy-Contract", "in": "header",
            "description": "The version of this API that the client speaks",
            "schema": OpenAPISchema.integer(1...Int(Int32.max)),
        ],
        "RequestID": [
            "name": "X-Request-ID", "in": "header",
            "description": """
            Identifies the request in the server's log; up to 128 visible ASCII characters, \
            else the server chooses one
            """,
            "schema": OpenAPISchema.text,
        ],
    ]

    private static let headers: OpenAPIValue = [
        "RetryAfter": [
            "description": "Seconds until the next try", "required": true,
            "schema": OpenAPISchema.integer(1...86_400),
        ],
        "ETag": [
            "description": "The version of the entity, in quotes", "required": true,
            "schema": OpenAPISchema.text(matching: "^\"[0-9]+\"$"),
        ],
    ]

    private static let server: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .get,
            path: Route.health,
            id: "getHealth",
            tag: .server,
            summary: "Whether the process answers",
            needsSession: false,
            answers: [.init(status: 200, text: "It does", schema: okSchema)]
        ),
        OpenAPIOperation(
            method: .get,
            path: Route.ready,
            id: "getReadiness",
            tag: .server,
            summary: "Whether the server can use its database",
            needsSession: false,
            answers: [.init(status: 200, text: "It can", schema: okSchema)],
            problems: [.unavailable]
        ),
        OpenAPIOperation(
            method: .get,
            path: Route.openAPI,
            id: "getDescription",
            tag: .server,
            summary: "This document",
            needsSession: false,
            answers: [
                .init(status: 200, text: "The document", schema: OpenAPISchema.anyObject)
            ]
        ),
    ]

    private static let okSchema = OpenAPISchema.object(
        [("ok", ["const": true])],
        required: ["ok"]
    )
}
