import HTTPTypes
import TrendyModel
import TrendyWire

extension OpenAPIDocument {
    /// The operations of the sync protocol.
    static let sync: [OpenAPIOperation] = changes + snapshots + repair + reports

    private static let cursor = OpenAPISchema.object(
        [("cursor", OpenAPISchema.text)],
        required: ["cursor"]
    )

    private static let changes: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .post,
            path: Route.push,
            id: "push",
            tag: .sync,
            summary: "Apply mutations; each succeeds or fails independently",
            body: OpenAPISchema.reference("PushRequest"),
            answers: [
                .init(
                    status: 200,
                    text: "A result for each mutation, in order",
                    schema: OpenAPISchema.reference("PushAnswer")
                )
            ],
            problems: [.cursorExpired]
        ),
        OpenAPIOperation(
            method: .get,
            path: Route.changes,
            id: "listChanges",
            tag: .sync,
            summary: "The entities that changed after a cursor, in their latest state",
            parameters: [
                .query("since", OpenAPISchema.text, "A cursor; without it, from the start"),
                .query(
                    "limit",
                    OpenAPISchema.integer(1...WireLimit.changesPerPage),
                    "The size of the page, by default \(WireLimit.defaultChangesPerPage)"
                ),
            ],
            answers: [changePage],
            problems: [.validation, .cursorExpired]
        ),
        OpenAPIOperation(
            method: .get,
            path: Route.latestCursor,
            id: "getLatestCursor",
            tag: .sync,
            summary: "The newest cursor of the account",
            answers: [.init(status: 200, text: "The cursor", schema: cursor)]
        ),
        OpenAPIOperation(
            method: .get,
            path: Route.changeStream,
            id: "streamChanges",
            tag: .sync,
            summary: "Server-sent events `change` with the newest cursor",
            answers: [
                .init(
                    status: 200,
                    text: "Events until the session ends; a comment every 15 seconds",
                    types: ["text/event-stream"],
                    schema: event
                )
            ]
        ),
    ]

    /// A server-sent event as an object of its fields.
    private static let event = OpenAPISchema.object(
        [("event", ["const": "change"]), ("data", OpenAPISchema.text)],
        required: ["event", "data"]
    ).adding(["description": "Each event; its data is JSON with the member `cursor`."])

    private static let changePage = OpenAPIOperation.Answer(
        status: 200,
        text: "A page of entities",
        schema: OpenAPISchema.reference("ChangePage")
    )

    private static let snapshots: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .get,
            path: Route.snapshot,
            id: "readSnapshot",
            tag: .sync,
            summary: "All entities of the account, newest events first",
            parameters: [
                .query("after", OpenAPISchema.text, "A token of the snapshot, to resume from")
            ],
            answers: [lines("A header, the entities, and `{\"complete\": true}`")],
            problems: [.cursorExpired]
        ),
        OpenAPIOperation(
            method: .get,
            path: Route.export,
            id: "exportAccount",
            tag: .sync,
            summary: "All data of the account",
            answers: [lines("The account, its sessions, devices and entities, and the count")]
        ),
    ]

    private static func lines(_ text: String) -> OpenAPIOperation.Answer {
        OpenAPIOperation.Answer(
            status: 200,
            text: "\(text), one JSON object a line",
            types: ["application/x-ndjson"],
            schema: OpenAPISchema.text
        )
    }

    private static let prefix = OpenAPIOperation.Parameter.query(
        "prefix",
        OpenAPISchema.text(matching: "^[0-9A-Fa-f]{0,\(IDPrefix.maximumDigits)}$"),
        "The first hexadecimal digits of the ids"
    )

    private static let repair: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .get,
            path: Route.digest,
            id: "getDigest",
            tag: .sync,
            summary: "Digests of live entities by the next hexadecimal digit of their ids",
            parameters: [
                .query(
                    "entity_type",
                    OpenAPISchema.choice(EntityKind.allCases.map(\.name)),
                    "Only entities of this type"
                ),
                prefix,
            ],
            answers: [
                .init(
                    status: 200,
                    text: "The digests",
                    schema: OpenAPISchema.reference("Digest")
                )
            ],
            problems: [.validation]
        ),
        OpenAPIOperation(
            method: .get,
            path: Route.range,
            id: "listRange",
            tag: .sync,
            summary: "All entities of an id range, deleted ones included",
            parameters: [
                prefix,
                .query("after", OpenAPISchema.id, "The last id of the previous page"),
            ],
            answers: [changePage],
            problems: [.validation]
        ),
    ]

    private static let reports: [OpenAPIOperation] = [
        OpenAPIOperation(
            method: .get,
            path: Route.mySync,
            id: "getSyncState",
            tag: .sync,
            summary: "Counts, the newest cursor and the devices of the account",
            answers: [
                .init(
                    status: 200,
                    text: "The state",
                    schema: OpenAPISchema.reference("AccountSync")
                )
            ]
        ),
        OpenAPIOperation(
            method: .put,
            path: "\(Route.devices)/{id}",
            id: "reportDevice",
            tag: .sync,
            summary: "Store the report of a device",
            body: OpenAPISchema.reference("DeviceReport"),
            answers: [.init(status: 204, text: "The report is stored")],
            problems: [.validation, .notFound]
        ),
    ]
}
