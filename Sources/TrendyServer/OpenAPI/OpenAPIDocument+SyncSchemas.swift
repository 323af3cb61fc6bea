import TrendyModel
import TrendyWire

extension OpenAPIDocument {
    private typealias Schema = OpenAPISchema

    private static let kinds = Schema.choice(EntityKind.allCases.map(\.name))

    /// The schemas of the sync protocol.
    static let syncSchemas: [OpenAPIValue.Member] = [
        schema("ChangePage", required: ["changes", "next_cursor", "has_more"]) {
            [
                ("changes", Schema.array(of: change)), ("next_cursor", Schema.text),
                ("has_more", Schema.boolean),
            ]
        },
        schema("PushRequest", required: ["device_id", "mutations"]) {
            [
                ("device_id", Schema.id), ("epoch", Schema.text),
                ("mutations", Schema.array(of: mutation, 1...WireLimit.pushMutations)),
            ]
        },
        schema("PushAnswer", required: ["epoch", "results"]) {
            [
                ("epoch", Schema.text), ("previous_cursor", Schema.text),
                ("cursor", Schema.text), ("results", Schema.array(of: result)),
            ]
        },
        schema("Digest", required: ["epoch", "cursor", "prefix", "buckets"]) {
            [
                ("epoch", Schema.text), ("cursor", Schema.text), ("prefix", Schema.text),
                ("buckets", Schema.map(of: bucket)),
            ]
        },
        schema("AccountSync", required: ["counts", "latest_cursor", "devices"]) {
            [
                ("counts", Schema.map(of: Schema.count)), ("latest_cursor", Schema.text),
                ("devices", Schema.array(of: device)),
            ]
        },
    ]

    private static let change = Schema.object(
        [
            ("version", Schema.version), ("entity_type", kinds),
            ("operation", Schema.choice(["upsert", "delete"])), ("entity_id", Schema.id),
            ("deleted_at", Schema.instant), ("data", Schema.reference("Entity")),
        ],
        required: ["version", "entity_type", "operation", "entity_id", "data"]
    )

    private static let mutation = Schema.object(
        [
            ("id", Schema.id), ("entity_type", kinds),
            ("operation", Schema.choice(Operation.allCases.map(\.rawValue))),
            ("entity_id", Schema.id), ("base_version", Schema.nullable(Schema.version)),
            ("edited_at", Schema.instant), ("fields", Schema.anyObject),
        ],
        required: ["id", "entity_type", "operation", "entity_id", "edited_at"]
    )

    private static let result = Schema.object(
        [
            ("id", Schema.id),
            (
                "status",
                Schema.choice(["applied", "duplicate", "conflict", "rejected", "blocked"])
            ),
            ("version", Schema.version), ("entity", Schema.reference("Entity")),
            ("problem", Schema.reference("Problem")),
        ],
        required: ["id", "status"]
    )

    private static let bucket = Schema.object(
        [("count", Schema.count), ("digest", Schema.text(matching: "^[0-9a-f]{16}$"))],
        required: ["count", "digest"]
    )

    private static let device = Schema.object(
        [
            ("id", Schema.id), ("reported_at", Schema.instant),
            ("report", Schema.reference("DeviceReport")),
        ],
        required: ["id", "reported_at", "report"]
    )

    /// The schemas of the reports of devices.
    static let deviceSchemas: [OpenAPIValue.Member] = [
        schema(
            "DeviceReport",
            required: ["name", "pending", "failed", "app_version", "schema_version"]
        ) {
            [
                ("name", reportText), ("pending", Schema.count), ("failed", Schema.count),
                ("oldest_pending_seconds", Schema.nullable(Schema.count)),
                ("app_version", reportText), ("schema_version", Schema.count),
                ("queue", Schema.nullable(queue)), ("conditions", Schema.nullable(conditions)),
            ]
        }
    ]

    private static let reportText = Schema.text(DeviceReport.Limit.textBytes)
    private static let code = Schema.text(
        matching: "^[A-Za-z0-9_]{1,\(DeviceReport.Limit.codeBytes)}$"
    )

    private static let reasons = Schema.array(
        of: Schema.object(
            [("code", code), ("count", Schema.count)],
            required: ["code", "count"]
        ),
        0...DeviceReport.Limit.reasons
    )

    private static let queue = Schema.object(
        [
            ("blocked", Schema.count), ("failed_reasons", reasons), ("blocked_reasons", reasons),
        ],
        required: ["blocked", "failed_reasons", "blocked_reasons"]
    )

    private static let observer = Schema.object(
        [
            ("kind", code), ("is_running", Schema.boolean),
            ("last_call_seconds", Schema.nullable(Schema.count)),
            ("is_delivered", Schema.boolean),
        ],
        required: ["kind", "is_running", "is_delivered"]
    )

    private static let regions = Schema.object(
        [
            ("places", Schema.count), ("selected", Schema.count), ("monitored", Schema.count),
            ("refused", Schema.count), ("last_event_seconds", Schema.nullable(Schema.count)),
        ],
        required: ["places", "selected", "monitored", "refused"]
    )

    private static let permissions = Schema.object(
        [
            ("location", Schema.nullable(code)), ("health", Schema.nullable(code)),
            ("notifications", Schema.nullable(code)),
        ]
    )

    private static let conditions = Schema.object(
        [
            (
                "observers",
                Schema.nullable(Schema.array(of: observer, 0...DeviceReport.Limit.observers))
            ),
            ("regions", Schema.nullable(regions)), ("permissions", permissions),
            ("system", Schema.nullable(reportText)), ("contract", Schema.count),
        ],
        required: ["permissions", "contract"]
    )
}
