import TrendyModel
import TrendyWire

extension OpenAPIDocument {
    private typealias Schema = OpenAPISchema

    /// The fields of a kind of entity.
    private struct Fields {
        let name: String
        let kind: EntityKind
        let required: [(String, OpenAPIValue)]
        let optional: [(String, OpenAPIValue)]
    }

    /// The schemas of entities: each kind as it is read, created and changed.
    static let entitySchemas: [OpenAPIValue.Member] =
        [event, eventType, propertyDefinition, geofence].flatMap { fields in
            [read(fields), new(fields), change(fields)]
        } + [
            .init(name: "Tombstone", value: tombstone),
            .init(
                name: "Entity",
                value: Schema.any(
                    of: ["Event", "EventType", "PropertyDefinition", "Geofence", "Tombstone"]
                        .map { Schema.reference($0) }
                )
            ),
            .init(name: "Property", value: property),
        ] + batchSchemas

    private static let commonFields: [(String, OpenAPIValue)] = [
        ("id", Schema.id), ("version", Schema.version), ("created_at", Schema.instant),
        ("updated_at", Schema.instant),
    ]

    private static let commonNames = ["entity_type"] + commonFields.map(\.0)

    private static func read(_ fields: Fields) -> OpenAPIValue.Member {
        schema(fields.name, required: commonNames + fields.required.map(\.0)) {
            [("entity_type", ["const": .string(fields.kind.name)])] + commonFields
                + fields.required + fields.optional
        }
    }

    private static func new(_ fields: Fields) -> OpenAPIValue.Member {
        // The path names the type of a definition.
        let required = fields.required.filter {
            fields.kind != .propertyDefinition || $0.0 != "event_type_id"
        }
        return schema("New\(fields.name)", required: ["id"] + required.map(\.0)) {
            [("id", Schema.id)] + required
                + fields.optional.map { ($0.0, Schema.nullable($0.1)) }
        }
    }

    private static func change(_ fields: Fields) -> OpenAPIValue.Member {
        schema("\(fields.name)Change") {
            fields.required + fields.optional.map { ($0.0, Schema.nullable($0.1)) }
        }
    }

    private static let tombstone = Schema.object(
        [("entity_type", Schema.choice(EntityKind.allCases.map(\.name)))] + commonFields
            + [("deleted_at", Schema.instant)],
        required: commonNames + ["deleted_at"]
    )

    private static let shortText = Schema.text(400)
    private static let longText = Schema.text(100_000)

    private static let event = Fields(
        name: "Event",
        kind: .event,
        required: [("event_type_id", Schema.id), ("timestamp", Schema.instant)],
        optional: [
            ("end_date", Schema.instant), ("is_all_day", Schema.boolean),
            ("time_zone", shortText), ("notes", longText),
            ("source_type", Schema.choice(["manual", "imported", "geofence", "healthkit"])),
            ("natural_key", shortText), ("evidence", evidence), ("external_id", shortText),
            ("original_title", longText), ("geofence_id", Schema.id),
            ("location_latitude", Schema.number(-90...90)),
            ("location_longitude", Schema.number(-180...180)), ("location_name", longText),
            ("healthkit_category", shortText),
            ("properties", Schema.map(of: Schema.reference("Property"))),
        ]
    )

    private static let largest = OpenAPISchema.largestInteger

    private static let evidence = Schema.object(
        [
            ("samples", Schema.integer(-largest...largest)), ("newest", Schema.instant),
            ("deleted", Schema.integer(-largest...largest)),
        ],
        required: ["samples", "newest"]
    )

    private static let eventType = Fields(
        name: "EventType",
        kind: .eventType,
        required: [
            ("name", Schema.name(400)), ("color", Schema.text(matching: "^#[0-9A-Fa-f]{6}$")),
            ("icon", Schema.name(400)),
        ],
        optional: []
    )

    private static let propertyDefinition = Fields(
        name: "PropertyDefinition",
        kind: .propertyDefinition,
        required: [
            ("event_type_id", Schema.id), ("key", Schema.name(400)), ("label", Schema.name(400)),
            ("property_type", Schema.choice(PropertyType.allCases.map(\.rawValue))),
        ],
        optional: [
            ("options", Schema.array(of: Schema.text)), ("default_value", Schema.any),
            ("display_order", Schema.integer(-largest...largest)),
        ]
    )

    private static let geofence = Fields(
        name: "Geofence",
        kind: .geofence,
        required: [
            ("name", Schema.name(400)), ("latitude", Schema.number(-90...90)),
            ("longitude", Schema.number(-180...180)), ("radius", Schema.number(100...10_000)),
        ],
        optional: [
            ("event_type_entry_id", Schema.id), ("event_type_exit_id", Schema.id),
            ("is_active", Schema.boolean), ("notify_on_entry", Schema.boolean),
            ("notify_on_exit", Schema.boolean),
            (
                "notify_on_dwell",
                Schema.integer(
                    Int(Geofence.dwellRange.lowerBound)...Int(Geofence.dwellRange.upperBound)
                )
            ),
        ]
    )

    private static let property = Schema.any(of: [
        propertyValue(["text", "select"], Schema.text),
        propertyValue(["number", "duration"], ["type": "number"]),
        propertyValue(["boolean"], Schema.boolean),
        propertyValue(
            ["date"],
            Schema.any(of: [["type": "string", "format": "date"], Schema.instant])
        ),
        propertyValue(["url"], Schema.text(matching: "^[A-Za-z][A-Za-z0-9+.-]*:\\S+$")),
        propertyValue(
            ["email"],
            Schema.text(matching: "^[^@\\s]+@[^@.\\s]+$|^[^@\\s]+@[^@.\\s][^@\\s]*[^@.\\s]$")
        ),
        Schema.object(
            [
                (
                    "type",
                    ["type": "string", "not": Schema.choice(PropertyType.allCases.map(\.rawValue))]
                ), ("value", Schema.any),
            ],
            required: ["type"]
        ),
    ])

    private static func propertyValue(
        _ types: [String],
        _ value: OpenAPIValue
    ) -> OpenAPIValue {
        Schema.object(
            [("type", Schema.choice(types)), ("value", value)],
            required: ["type", "value"]
        )
    }

    private static let batchSchemas: [OpenAPIValue.Member] = [
        .init(
            name: "EventBatch",
            value: Schema.any(of: [
                events,
                Schema.object([("events", events)], required: ["events"]),
            ])
        ),
        schema("EventBatchAnswer", required: ["items"]) { [("items", Schema.array(of: item))] },
    ]

    /// An element that is no ``NewEvent`` has a problem in the answer.
    private static let events = Schema.array(of: Schema.any, 1...WireLimit.pushMutations).adding([
        "description": "Each element should be a NewEvent; another one has a problem in the answer."
    ])

    private static let item = Schema.object(
        [
            ("index", Schema.count), ("id", Schema.id), ("version", Schema.version),
            ("status", Schema.integer(200...599)), ("problem", Schema.reference("Problem")),
        ],
        required: ["index", "status"]
    )
}
