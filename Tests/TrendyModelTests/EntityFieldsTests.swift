import Testing
import TrendyModel

@Suite("Fields of entities")
struct EntityFieldsTests {
    private static let id = EntityID(high: 0x0190_163d_8694_739b, low: 0xaea5_966c_26f8_ad91)

    private func document(_ json: String) throws -> Document {
        try Document(json: RawJSON(checking: Array(json.utf8)))
    }

    private func entity(_ kind: EntityKind, _ json: String) -> Entity {
        Entity(
            kind: kind,
            id: Self.id,
            createdAt: Instant(seconds: 1),
            updatedAt: Instant(seconds: 2),
            content: RawJSON(unchecked: json.utf8)
        )
    }

    @Test("All fields of a geofence survive encoding and decoding, and missing ones have defaults")
    func geofence() throws {
        var geofence = Geofence(name: "Home", latitude: 47.5, longitude: -8, radiusMeters: 150)
        geofence.eventTypeEntryID = Self.id
        geofence.eventTypeExitID = EntityID(high: 1, low: 2)
        geofence.isActive = false
        geofence.notifyOnEntry = true
        geofence.notifyOnExit = true
        geofence.notifyOnDwell = 60
        geofence.unknown["future"] = RawJSON(true)

        #expect(try Geofence(document: geofence.document) == geofence)
        let plain = try Geofence(
            document: document(#"{"name":"Home","latitude":1,"longitude":2,"radius":100}"#)
        )
        #expect(plain == Geofence(name: "Home", latitude: 1, longitude: 2, radiusMeters: 100))
        #expect(plain.isActive && !plain.notifyOnEntry && !plain.notifyOnExit)
    }

    @Test("All fields of a property definition survive encoding and decoding")
    func definition() throws {
        var definition = PropertyDefinition(
            eventTypeID: Self.id,
            key: "size",
            label: "Size",
            propertyType: .select,
            displayOrder: 3
        )
        definition.options = ["a", "b"]
        definition.defaultValue = RawJSON("a")
        definition.unknown["future"] = RawJSON(true)

        #expect(try PropertyDefinition(document: definition.document) == definition)
        #expect(definition.document["options"]?.description == #"["a","b"]"#)
    }

    private static let text =
        #"{"event_type_id":"\#(id)","key":"k","label":"l","property_type":"text""#

    @Test(
        "A missing or unreadable required field is an error that names it",
        arguments: [
            ("{}", "event_type_id", "required"),
            (#"{"event_type_id":5}"#, "event_type_id", "invalid"),
            (#"{"event_type_id":null}"#, "event_type_id", "required"),
            (#"{"event_type_id":"\#(id)"}"#, "key", "required"),
            (#"{"event_type_id":"\#(id)","key":"k","label":"l"}"#, "property_type", "required"),
            (
                text + #","options":["a",1]}"#,
                "options", "invalid"
            ),
            (
                text + #","options":{}}"#,
                "options", "invalid"
            ),
        ] as [(String, String, String)]
    )
    func definitionErrors(json: String, field: String, code: String) throws {
        let document = try document(json)
        let error = #expect(throws: FieldError.self) {
            try PropertyDefinition(document: document)
        }
        #expect(error?.field == field)
        #expect(error?.code == code)
        #expect(error?.description.hasPrefix("\(field): ") == true)
    }

    @Test("For display, unreadable fields count as absent, and required ones get a placeholder")
    func readable() throws {
        let event = entity(
            .event,
            #"{"event_type_id":"\#(Self.id)","timestamp":"now","end_date":5,"notes":"x"}"#
        )

        #expect(event.readable(as: Event.self)?.fields == nil)
        let found = try #require(
            event.readable(
                as: Event.self,
                placeholders: ["timestamp": RawJSON(Instant(seconds: 9))]
            )
        )
        #expect(found.fields.timestamp == Instant(seconds: 9))
        #expect(found.fields.endDate == nil)
        #expect(found.fields.notes == "x")
        #expect(found.fieldError?.field == "timestamp")
        let useless = event.readable(as: Event.self, placeholders: ["timestamp": RawJSON("no")])
        #expect(useless?.fields == nil)

        let type = entity(.eventType, #"{"name":"Tea","color":"x","icon":"y"}"#)
        #expect(type.readable(as: EventType.self)?.fields.name == "Tea")
        #expect(try #require(type.readable(as: EventType.self)).fieldError == nil)
        #expect(entity(.eventType, "[]").readable(as: EventType.self)?.fields == nil)
        #expect(throws: JSONError.self) { try entity(.eventType, "[]").document() }
    }

    @Test("An edit writes each changed field, and clears others with null")
    func patch() {
        var patch = EventPatch()
        #expect(patch.change.isEmpty)
        patch.eventTypeID = .set(Self.id)
        patch.timestamp = .set(Instant(seconds: 0))
        patch.endDate = .set(Instant(seconds: 1))
        patch.notes = .set("n")
        patch.locationName = .set("l")
        var bag = PropertyBag()
        bag["k"] = .boolean(true)
        patch.properties = .set(bag)

        #expect(
            patch.change.json.description
                == #"{"end_date":"1970-01-01T00:00:01.000Z","event_type_id":"\#(Self.id)","#
                + #""location_name":"l","notes":"n","#
                + #""properties":{"k":{"type":"boolean","value":true}},"#
                + #""timestamp":"1970-01-01T00:00:00.000Z"}"#
        )
        patch = EventPatch()
        patch.endDate = .clear
        patch.locationName = .clear
        patch.properties = .clear
        #expect(
            patch.change.json.description
                == #"{"end_date":null,"location_name":null,"properties":null}"#
        )
    }

    @Test("The keys of an entity are its references, its time and its unique name")
    func keys() throws {
        func keys(_ kind: EntityKind, _ json: String) -> EntityKeys {
            EntityKeys(kind: kind, content: RawJSON(unchecked: json.utf8))
        }
        let other = EntityID(high: 1, low: 2)

        let event = keys(
            .event,
            #"{"event_type_id":"\#(Self.id)","geofence_id":"\#(other)","#
                + #""source_type":"manual","timestamp":"1970-01-01T00:00:00Z"}"#
        )
        #expect(event.parents == [Self.id, other])
        #expect(event.sourceType == "manual")
        #expect(event.timestamp == Instant(seconds: 0))
        #expect(event.uniqueName == nil)
        #expect(keys(.eventType, #"{"name":"Grüner TEE"}"#).uniqueName == "grüner tee")
        let property = keys(
            .propertyDefinition,
            #"{"event_type_id":"\#(Self.id)","key":"Size"}"#
        )
        #expect(property.uniqueName == "\(Self.id)/Size")
        #expect(property.parents == [Self.id])
        #expect(keys(.propertyDefinition, #"{"key":"Size"}"#).uniqueName == nil)
        let geofence = keys(
            .geofence,
            #"{"event_type_entry_id":"\#(Self.id)","event_type_exit_id":"\#(other)","name":"HOME"}"#
        )
        #expect(geofence.parents == [Self.id, other])
        #expect(geofence.entryTypeID == Self.id)
        #expect(geofence.uniqueName == "home")
        // Damaged content has no keys.
        let damaged = #"{"event_type_id":"\#(Self.id)""#
        #expect(keys(.event, damaged).parents.isEmpty)
        #expect(keys(.propertyDefinition, damaged).parents.isEmpty)
        #expect(keys(.event, #"{"event_type_id":5,"timestamp":5}"#).parents.isEmpty)
    }

    @Test("Each reference names the kind of entity to which it refers")
    func references() {
        func fields(_ kind: EntityKind) -> [String] {
            EntityKeys.referringFields(of: kind).map { "\($0.field) \($0.kind.name)" }
        }

        #expect(fields(.event) == ["event_type_id event_type", "geofence_id geofence"])
        #expect(fields(.propertyDefinition) == ["event_type_id event_type"])
        #expect(
            fields(.geofence)
                == ["event_type_entry_id event_type", "event_type_exit_id event_type"]
        )
        #expect(fields(.eventType).isEmpty)
    }

    @Test("Kinds have the names of the wire and sort parents first")
    func kinds() {
        #expect(EntityKind.allCases.reversed().sorted() == EntityKind.allCases)
        for kind in EntityKind.allCases { #expect(EntityKind(name: kind.name) == kind) }
        #expect(
            EntityKind.allCases.map(\.name)
                == ["event_type", "property_definition", "geofence", "event"]
        )
        #expect(EntityKind(name: "Event") == nil)
        #expect(EntityKind(name: "") == nil)
    }

    @Test("Evidence needs a count and a time; deletions are written only if there are any")
    func evidence() {
        func evidence(_ json: String) -> Evidence? {
            Evidence(json: RawJSON(unchecked: json.utf8))
        }
        let newest = #""newest":"1970-01-01T00:00:05.000Z""#

        #expect(evidence("5") == nil)
        #expect(evidence("{\(newest)}") == nil)
        #expect(evidence(#"{"samples":1}"#) == nil)
        #expect(evidence("{\(newest),\"samples\":1.5}") == nil)
        #expect(evidence("{\(newest),\"samples\":2}")?.deletedCount == 0)
        let one = Evidence(sampleCount: 2, deletedCount: 1, newest: Instant(seconds: 5))
        #expect(evidence("{\"deleted\":1,\(newest),\"samples\":2}") == one)
        #expect(one.json.description == "{\"deleted\":1,\(newest),\"samples\":2}")
    }

    private struct Reasoned: FailureReasonProviding {
        let reason = FailureReason.offline
    }

    private struct Described: Error, CustomStringConvertible {
        let description: String
    }

    @Test("Any error has a reason: its own, an unreadable field, a full disk, or the database")
    func reasons() {
        #expect(FailureReason(Reasoned()) == .offline)
        #expect(FailureReason(FailureReason.diskFull) == .diskFull)
        let field = FieldError(code: "invalid", field: "notes", message: "must be a string")
        #expect(FailureReason(field) == .unreadableField("notes"))
        #expect(FailureReason(Described(description: "SQLite error 13: full")) == .diskFull)
        #expect(FailureReason(Described(description: "SQLite error 5")) == .databaseUnavailable)
        #expect(FailureReason.FieldViolation(field) == .init(field: "notes", code: "invalid"))
    }
}
