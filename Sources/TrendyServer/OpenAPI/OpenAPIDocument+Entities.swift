import HTTPTypes
import TrendyExport
import TrendyModel
import TrendyWire

extension OpenAPIDocument {
    /// The operations of entities.
    static let entities: [OpenAPIOperation] =
        collection(.event, "/events", "Event", in: "events")
        + [batch, export]
        + single(.event, "/events", "Event")
        + collection(.eventType, "/event-types", "EventType", in: "event types")
        + single(.eventType, "/event-types", "EventType")
        + collection(
            .propertyDefinition,
            "/event-types/{id}/properties",
            "PropertyDefinition",
            in: "property definitions of an event type"
        )
        + single(.propertyDefinition, "/property-definitions", "PropertyDefinition")
        + collection(.geofence, "/geofences", "Geofence", in: "geofences")
        + single(.geofence, "/geofences", "Geofence")

    private static let key = OpenAPIOperation.Parameter.header(
        "Idempotency-Key",
        OpenAPISchema.text,
        "Equal for a write and its repetition, which returns the first result"
    )

    private static let ifMatch = OpenAPIOperation.Parameter.header(
        "If-Match",
        OpenAPISchema.text(matching: "^(\\*|\"[0-9]{1,18}\"|[0-9]{1,18})$"),
        "Refuses the write when the entity has another version than this `ETag`"
    )

    private static let listParameters: [OpenAPIOperation.Parameter] = [
        .query(
            "limit",
            OpenAPISchema.integer(EntityLists.limits),
            "The size of the page, by default \(EntityLists.standardLimit)"
        ),
        .query("page_token", OpenAPISchema.text, "The `next_page_token` of the previous page"),
    ]

    private static let eventFilters: [OpenAPIOperation.Parameter] = [
        .query("from", OpenAPISchema.instant, "Events that begin at this instant or later"),
        .query("to", OpenAPISchema.instant, "Events that begin before this instant"),
        .query("event_type_id", OpenAPISchema.id, "Events of this type"),
        .query("source_type", OpenAPISchema.text, "Events of this source"),
    ]

    private static func collection(
        _ kind: EntityKind,
        _ path: String,
        _ name: String,
        in words: String
    ) -> [OpenAPIOperation] {
        let ofType: [ProblemCode] = kind == .propertyDefinition ? [.notFound] : []
        let hasParents = !EntityKeys.referringFields(of: kind).isEmpty
        return [
            OpenAPIOperation(
                method: .get,
                path: Route.base + path,
                id: "list\(name)s",
                tag: .entities,
                summary: kind == .event ? "The events, newest first" : "The \(words)",
                parameters: listParameters + (kind == .event ? eventFilters : []),
                answers: [
                    .init(
                        status: 200,
                        text: "A page",
                        schema: OpenAPISchema.object(
                            [
                                ("items", OpenAPISchema.array(of: OpenAPISchema.reference(name))),
                                ("next_page_token", OpenAPISchema.text),
                            ],
                            required: ["items"]
                        )
                    )
                ],
                problems: [.validation] + ofType
            ),
            OpenAPIOperation(
                method: .post,
                path: Route.base + path,
                id: "create\(name)",
                tag: .entities,
                summary: "Create an entity; the client supplies its id",
                parameters: [key],
                body: OpenAPISchema.reference("New\(name)"),
                answers: [
                    entity(name, "An entity with this id and content existed"),
                    entity(name, "The new entity", status: 201),
                ],
                problems: [.validation, .quotaExceeded, .conflict, .idempotencyMismatch]
                    + (hasParents ? [.notFound] : [])
            ),
        ]
    }

    private static func single(
        _ kind: EntityKind,
        _ path: String,
        _ name: String
    ) -> [OpenAPIOperation] {
        let path = "\(Route.base)\(path)/{id}"
        return [
            OpenAPIOperation(
                method: .get,
                path: path,
                id: "get\(name)",
                tag: .entities,
                summary: "An entity",
                answers: [entity(name, "The entity")],
                problems: [.notFound]
            ),
            OpenAPIOperation(
                method: .patch,
                path: path,
                id: "update\(name)",
                tag: .entities,
                summary: "Change the given fields; `null` clears a field",
                parameters: [key, ifMatch],
                body: OpenAPISchema.reference("\(name)Change"),
                answers: [entity(name, "The changed entity")],
                problems: [
                    .validation, .quotaExceeded, .notFound, .conflict, .idempotencyMismatch,
                ]
            ),
            OpenAPIOperation(
                method: .delete,
                path: path,
                id: "delete\(name)",
                tag: .entities,
                summary: "Delete an entity",
                parameters: [key, ifMatch] + (kind == .eventType ? [cascade] : []),
                answers: [.init(status: 204, text: "The entity does not exist any more")],
                problems: [.notFound, .conflict, .idempotencyMismatch]
                    + (kind == .eventType ? [.validation] : [])
            ),
        ]
    }

    private static let cascade = OpenAPIOperation.Parameter.query(
        "cascade",
        OpenAPISchema.boolean,
        "Whether the events of the type are deleted, too; otherwise a type with events is kept"
    )

    private static func entity(
        _ name: String,
        _ text: String,
        status: Int = 200
    ) -> OpenAPIOperation.Answer {
        OpenAPIOperation.Answer(
            status: status,
            text: text,
            schema: OpenAPISchema.reference(name),
            hasETag: true
        )
    }

    private static let batch = OpenAPIOperation(
        method: .post,
        path: "\(Route.base)/events/batch",
        id: "createEvents",
        tag: .entities,
        summary: "Create up to \(WireLimit.pushMutations) events, each independently",
        parameters: [key],
        body: OpenAPISchema.reference("EventBatch"),
        answers: [
            .init(
                status: 200,
                text: "All events are stored",
                schema: OpenAPISchema.reference("EventBatchAnswer")
            ),
            .init(
                status: 207,
                text: "Some events are not stored, see their problems",
                schema: OpenAPISchema.reference("EventBatchAnswer")
            ),
        ],
        problems: [.validation]
    )

    private static let export = OpenAPIOperation(
        method: .get,
        path: Route.eventExport,
        id: "exportEvents",
        tag: .entities,
        summary: "A file of events, oldest first",
        parameters: [
            .query(
                "format",
                OpenAPISchema.choice(ExportFormat.ofServer.map(\.rawValue)),
                "The format, by default `json`"
            )
        ] + eventFilters.prefix(2) + [
            .query(
                "event_type_ids",
                OpenAPISchema.text,
                "Events of these types: up to \(EventExportRoute.maximumTypes) ids with commas "
                    + "between"
            )
        ],
        answers: [
            .init(
                status: 200,
                text: "The file",
                types: ExportFormat.ofServer.map { format in
                    String(format.contentType.prefix { $0 != ";" })
                },
                schema: OpenAPISchema.any
            )
        ],
        problems: [.validation]
    )
}
