import Testing
import TrendyModel

@Suite("Validation")
struct ValidationTests {
    private static let id = "\"0190163d-8694-739b-aea5-966c26f8ad91\""

    /// A text of a number of bytes, as JSON.
    private static func text(_ count: Int) -> String {
        "\"" + String(repeating: "x", count: count) + "\""
    }

    /// The violations of a valid entity with one other field, as the field and the code.
    private func violations(
        _ kind: EntityKind,
        _ valid: [String: String],
        _ name: String,
        _ value: String?
    ) throws -> [String] {
        var fields = valid
        fields[name] = value
        let texts = fields.map { "\"\($0.key)\":\($0.value)" }
        let json = RawJSON(unchecked: "{\(texts.joined(separator: ","))}".utf8)
        return try Document(json: json).violations(as: kind).map { "\($0.field) \($0.code)" }
    }

    private static let event = ["event_type_id": id, "timestamp": #""2026-01-15T08:30:00Z""#]

    @Test(
        "The fields of an event are checked",
        arguments: [
            ("future", "[1]", []), ("event_type_id", nil, ["event_type_id required"]),
            ("event_type_id", "5", ["event_type_id invalid"]),
            ("timestamp", nil, ["timestamp required"]),
            ("timestamp", #""now""#, ["timestamp invalid"]),
            ("end_date", #""2026-01-15T08:30:00Z""#, []),
            ("end_date", #""2026-01-15T08:29:59.999Z""#, ["end_date out_of_range"]),
            ("end_date", #""x""#, ["end_date invalid"]),
            ("is_all_day", "true", []), ("is_all_day", "1", ["is_all_day invalid"]),
            ("source_type", #""manual""#, []), ("source_type", #""imported""#, []),
            ("source_type", #""geofence""#, []), ("source_type", #""healthkit""#, []),
            ("source_type", #""me""#, ["source_type invalid"]),
            ("source_type", "5", ["source_type invalid"]),
            ("geofence_id", id, []), ("geofence_id", #""x""#, ["geofence_id invalid"]),
            ("location_latitude", "90", []), ("location_latitude", "-90", []),
            ("location_latitude", "90.1", ["location_latitude out_of_range"]),
            ("location_latitude", #""1""#, ["location_latitude invalid"]),
            ("location_longitude", "180", []), ("location_longitude", "-180", []),
            ("location_longitude", "-180.1", ["location_longitude out_of_range"]),
            ("evidence", #"{"newest":"2026-01-15T08:30:00Z","samples":1}"#, []),
            ("evidence", #"{"samples":1}"#, ["evidence invalid"]),
            ("properties", "{}", []), ("properties", "5", ["properties invalid"]),
            ("properties", #"{"a":{"value":1}}"#, ["properties invalid"]),
            ("properties", #"{"a":{"type":"mood","value":1}}"#, []),
            ("properties", #"{"a":{"type":"number","value":"1"}}"#, ["properties.a invalid"]),
        ] as [(String, String?, [String])]
    )
    func event(name: String, value: String?, expected: [String]) throws {
        #expect(try violations(.event, Self.event, name, value) == expected)
    }

    @Test(
        "Texts of an event are limited by their bytes",
        arguments: [
            ("time_zone", 400), ("natural_key", 400), ("external_id", 400),
            ("healthkit_category", 400), ("notes", 100_000), ("original_title", 100_000),
            ("location_name", 100_000),
        ]
    )
    func eventTexts(name: String, limit: Int) throws {
        func found(_ value: String) throws -> [String] {
            try violations(.event, Self.event, name, value)
        }

        #expect(try found(Self.text(limit)).isEmpty)
        #expect(try found(Self.text(limit + 1)) == ["\(name) too_long"])
        #expect(try found("5") == ["\(name) invalid"])
        #expect(try found("\"\"").isEmpty)
    }

    @Test(
        "The common fields of an entity are no fields of its document",
        arguments: Entity.commonFields
    )
    func commonFields(name: String) throws {
        #expect(try violations(.event, Self.event, name, "1") == ["\(name) invalid"])
    }

    @Test(
        "The fields of an event type are checked",
        arguments: [
            ("name", text(400), []), ("name", text(401), ["name too_long"]),
            ("name", #""""#, ["name required"]), ("name", #"" \n""#, ["name required"]),
            ("name", nil, ["name required"]), ("name", "5", ["name invalid"]),
            ("icon", nil, ["icon required"]), ("icon", text(401), ["icon too_long"]),
            ("color", nil, ["color required"]), ("color", "5", ["color invalid"]),
        ] as [(String, String?, [String])]
    )
    func eventType(name: String, value: String?, expected: [String]) throws {
        let valid = ["name": #""Tea""#, "color": "\"#4F7CAC\"", "icon": #""cup""#]
        #expect(try violations(.eventType, valid, name, value) == expected)
    }

    @Test(
        "A colour is a number sign and six hexadecimal digits",
        arguments: [
            ("#09afAF", []), ("#12345", ["color invalid"]), ("1234567", ["color invalid"]),
            ("#1234567", ["color too_long", "color invalid"]), ("#00000/", ["color invalid"]),
            ("#00000:", ["color invalid"]), ("#00000@", ["color invalid"]),
            ("#00000G", ["color invalid"]), ("#00000`", ["color invalid"]),
            ("#00000g", ["color invalid"]), ("", ["color required", "color invalid"]),
        ] as [(String, [String])]
    )
    func color(text: String, expected: [String]) throws {
        let valid = ["name": #""Tea""#, "icon": #""cup""#]
        #expect(try violations(.eventType, valid, "color", "\(RawJSON(text))") == expected)
    }

    @Test(
        "The fields of a property definition are checked",
        arguments: [
            ("event_type_id", nil, ["event_type_id required"]), ("key", nil, ["key required"]),
            ("key", text(401), ["key too_long"]), ("label", nil, ["label required"]),
            ("label", text(401), ["label too_long"]),
            ("property_type", nil, ["property_type required"]),
            ("property_type", #""mood""#, ["property_type invalid"]),
            ("property_type", #""select""#, ["options required"]),
            ("options", #"["a"]"#, []), ("options", "[]", []),
            ("options", "5", ["options invalid"]),
            ("options", #"["a",1]"#, ["options invalid"]),
            ("display_order", "-1", []), ("display_order", "1.5", ["display_order invalid"]),
            ("display_order", #""1""#, ["display_order invalid"]),
        ] as [(String, String?, [String])]
    )
    func propertyDefinition(name: String, value: String?, expected: [String]) throws {
        let valid = [
            "event_type_id": Self.id, "key": #""size""#, "label": #""Size""#,
            "property_type": #""number""#,
        ]
        #expect(try violations(.propertyDefinition, valid, name, value) == expected)
    }

    @Test(
        "A select needs options, which are texts",
        arguments: [
            (nil, ["options required"]), ("[]", ["options required"]), (#"["a"]"#, []),
            ("[1]", ["options invalid"]), ("{}", ["options invalid"]),
        ] as [(String?, [String])]
    )
    func select(options: String?, expected: [String]) throws {
        let valid = [
            "event_type_id": Self.id, "key": #""size""#, "label": #""Size""#,
            "property_type": #""select""#,
        ]
        #expect(try violations(.propertyDefinition, valid, "options", options) == expected)
    }

    @Test(
        "The fields of a geofence are checked",
        arguments: [
            ("name", nil, ["name required"]), ("name", text(401), ["name too_long"]),
            ("latitude", nil, ["latitude required"]), ("latitude", "90", []),
            ("latitude", "-90.1", ["latitude out_of_range"]),
            ("latitude", #""47""#, ["latitude invalid"]),
            ("longitude", nil, ["longitude required"]), ("longitude", "180", []),
            ("longitude", "180.1", ["longitude out_of_range"]),
            ("radius", nil, ["radius required"]), ("radius", "100", []), ("radius", "10000", []),
            ("radius", "99.9", ["radius out_of_range"]),
            ("radius", "10000.1", ["radius out_of_range"]),
            ("event_type_entry_id", #""x""#, ["event_type_entry_id invalid"]),
            ("event_type_exit_id", #""x""#, ["event_type_exit_id invalid"]),
            ("is_active", "1", ["is_active invalid"]),
            ("notify_on_entry", "1", ["notify_on_entry invalid"]),
            ("notify_on_exit", "1", ["notify_on_exit invalid"]), ("notify_on_exit", "false", []),
            ("notify_on_dwell", "60", []), ("notify_on_dwell", "60.5", ["notify_on_dwell invalid"]),
            ("notify_on_dwell", #""60""#, ["notify_on_dwell invalid"]),
        ] as [(String, String?, [String])]
    )
    func geofence(name: String, value: String?, expected: [String]) throws {
        let valid = ["name": #""Home""#, "latitude": "47", "longitude": "8", "radius": "150"]
        #expect(try violations(.geofence, valid, name, value) == expected)
    }

    @Test("Content is limited to one mebibyte, and larger old content may only shrink")
    func size() {
        func document(bytes: Int) -> Document {
            let empty = Document([
                .init(name: "a", value: RawJSON("x")), .init(name: "b", value: RawJSON("")),
            ])
            let rest = bytes - empty.json.utf8.count
            var document = empty
            document["b"] = RawJSON(String(repeating: "y", count: rest))
            return document
        }
        let limit = Entity.maximumContentBytes

        #expect(document(bytes: limit).sizeViolation(replacing: nil) == nil)
        let violation = document(bytes: limit + 1).sizeViolation(replacing: nil)
        #expect(violation?.field == "b")
        #expect(violation?.code == "too_long")
        let old = document(bytes: limit + 10).json
        #expect(document(bytes: limit + 10).sizeViolation(replacing: old) == nil)
        #expect(document(bytes: limit + 11).sizeViolation(replacing: old)?.field == "b")
        #expect(document(bytes: limit).sizeViolation(replacing: document(bytes: 99).json) == nil)
    }
}
