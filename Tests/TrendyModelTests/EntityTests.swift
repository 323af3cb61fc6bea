import Testing
import TrendyModel

@Suite("Entities")
struct EntityTests {
    private let type = EntityID(high: 0x0190_163d_8694_739b, low: 0xaea5_966c_26f8_ad91)

    @Test(
        "Values of all eight property types survive encoding and decoding",
        arguments: [
            .text("cafe\u{301}"), .number(9_007_199_254_740_993), .boolean(true),
            .day(CalendarDay(daysSinceEpoch: 20_468)),
            .instant(Instant(milliseconds: 1_768_465_800_123)), .select("b"),
            .duration(seconds: JSONNumber(0.1) ?? 0), .url("https://example.org/a?b#c"),
            .email("a@example.org"),
        ] as [PropertyValue]
    )
    func properties(value: PropertyValue) {
        var bag = PropertyBag()
        bag["k"] = value

        let read = PropertyBag(json: bag.json)

        #expect(read?["k"] == value)
        #expect(read?["k"]?.json == value.json)
    }

    @Test(
        "A value that does not match its type is preserved unchanged",
        arguments: [
            ("number", #""12""#), ("boolean", "1"), ("date", #""2026-13-01""#), ("url", #""x""#),
            ("email", #""a b@c""#), ("date", #""2026-01-15T08:30:00+01:00""#),
            ("mood", #"{"a":[1]}"#), ("text", "null"),
        ]
    )
    func unvalidated(type: String, json: String) throws {
        let raw = try RawJSON(checking: Array(json.utf8))
        let value = PropertyValue(type: type, value: raw)

        #expect(value == .unvalidated(type: type, value: raw))
        #expect(value.json == raw)
    }

    @Test("Evidence ranks by deletions too, and compares numbers of any size")
    func evidence() throws {
        func evidence(_ samples: Int64, _ deleted: Int64, _ newest: Int64 = 5) -> Evidence {
            Evidence(
                sampleCount: samples,
                deletedCount: deleted,
                newest: Instant(milliseconds: newest)
            )
        }
        #expect(evidence(3, 0) < evidence(2, 1))
        #expect(evidence(2, 1) < evidence(4, 0))
        #expect(evidence(2, 1, 5) < evidence(2, 1, 6))
        #expect(!(evidence(2, 1) < evidence(2, 1)))
        _ = evidence(.max, .max) < evidence(1, 0)
        for some in [evidence(3, 0), evidence(3, 2)] { #expect(Evidence(json: some.json) == some) }
        #expect(try Document(json: evidence(3, 0).json)["deleted"] == nil)
    }

    @Test("An event with all fields and unknown fields survives encoding and decoding")
    func event() throws {
        var event = Event(
            eventTypeID: type,
            timestamp: Instant(milliseconds: 1_768_465_800_123),
            sourceType: .healthKit
        )
        event.endDate = Instant(milliseconds: 1_768_465_900_000)
        event.isAllDay = true
        event.timeZone = "Europe/Paris"
        event.notes = "caf\u{E9} / cafe\u{301} / 👩‍👩‍👧‍👦"
        event.naturalKey = "steps/2026-01-15"
        event.evidence = Evidence(sampleCount: 3, newest: Instant(milliseconds: 5))
        event.externalID = "x"
        event.originalTitle = "y"
        event.geofenceID = type
        event.locationLatitude = 0
        event.locationLongitude = -0.1
        event.locationName = "Home"
        event.healthKitCategory = "steps"
        event.properties["n"] = .number(9_223_372_036_854_775_807)
        event.unknown["future"] = RawJSON(
            unchecked: #"{"deep":[1,2,{"x":12345678901234567890}]}"#.utf8
        )

        let read = try Event(document: Document(json: event.document.json))

        #expect(read == event)
        #expect(read.document.json == event.document.json)
        #expect(event.document.violations(as: .event).isEmpty)
    }

    @Test("All violations are reported at once")
    func violations() throws {
        let document = try Document(
            json: RawJSON(
                checking: Array(
                    #"""
                    {"event_type_id":"x","end_date":5,"location_latitude":91,"source_type":"me",
                    "version":3,"properties":{"a":{"type":"number","value":"1"}}}
                    """#.utf8
                )
            )
        )

        let fields = document.violations(as: .event).map(\.field).sorted()

        #expect(
            fields == [
                "end_date", "event_type_id", "location_latitude", "properties.a", "source_type",
                "timestamp", "version",
            ]
        )
    }

    @Test("Latitude 0 and longitude 0 are valid")
    func nullIsland() {
        let geofence = Geofence(name: "Origin", latitude: 0, longitude: 0, radiusMeters: 100)
        #expect(geofence.document.violations(as: .geofence).isEmpty)
        let small = Geofence(name: "Small", latitude: 0, longitude: 0, radiusMeters: 99)
        #expect(small.document.violations(as: .geofence).map(\.field) == ["radius"])
    }

    @Test(
        "A dwell notification accepts one minute to one day",
        arguments: [59, 60, 86_400, 86_401]
    )
    func dwell(seconds: Int64) throws {
        var geofence = Geofence(name: "Home", latitude: 1, longitude: 1, radiusMeters: 100)
        geofence.notifyOnDwell = seconds
        let isRight = (60...86_400).contains(seconds)
        #expect(
            geofence.document.violations(as: .geofence).map(\.field)
                == (isRight ? [] : ["notify_on_dwell"])
        )
        #expect(try Geofence(document: geofence.document) == geofence)
    }

    @Test("In an edit, an unchanged field is absent and a cleared field is null")
    func patch() {
        var patch = EventPatch()
        patch.notes = .clear
        patch.timestamp = .set(Instant(milliseconds: 0))

        #expect(
            patch.change.json.description
                == #"{"notes":null,"timestamp":"1970-01-01T00:00:00.000Z"}"#
        )
    }

    @Test(
        "The scan accepts no event that has violations",
        arguments: [
            // Half a surrogate pair is not text.
            #""properties":{"k":{"type":"text","value":"\ud800"}}"#,
            #""properties":{"\ud800":{"type":"number","value":1}}"#,
            // The first of two fields with one name counts.
            #""properties":{"k":{"type":"text","value":1,"type":"number"}}"#,
            #""properties":{"k":{"type":"text","value":1,"value":"x"}}"#,
            #""properties":{"k":{"\u0074ype":"text","type":"number","value":1}}"#,
            #""evidence":{"samples":1,"samples":2}"#,
        ]
    )
    func scan(field: String) throws {
        let text =
            #"{"event_type_id":"\#(type)",\#(field),"timestamp":"2026-01-15T08:30:00.000Z"}"#
        let content = try RawJSON(checking: Array(text.utf8))
        let document = try Document(json: content)

        #expect(!document.violations(as: .event).isEmpty)
        #expect(EventScan(content) == nil)
    }

    @Test("The scanned keys equal the keys of the decoded document")
    func keys() {
        var event = Event(
            eventTypeID: type,
            timestamp: Instant(milliseconds: 77),
            sourceType: .manual
        )
        event.geofenceID = type
        let document = event.document
        let keys = EntityKeys(kind: .event, document: document)

        #expect(EntityKeys(kind: .event, content: document.json) == keys)
        // The same content, written with escapes.
        let text = "\(document.json)"
        for (plain, escaped) in [("1970", #"\u0031970"#), ("geofence_id", #"geofence\u005fid"#)] {
            #expect(text.contains(plain))
            let content = RawJSON(unchecked: text.replacing(plain, with: escaped).utf8)
            #expect(EntityKeys(kind: .event, content: content) == keys)
        }
    }
}
