import Testing
import TrendyModel

@Suite("Event scan")
struct EventScanTests {
    private static let id = "0190163d-8694-739b-aea5-966c26f8ad91"
    private static let start = #""2026-01-15T08:30:00.000Z""#

    /// The canonical content of an event with one more or one other field.
    private func content(_ name: String, _ value: String?) -> RawJSON {
        var fields = ["event_type_id": "\"\(Self.id)\"", "timestamp": Self.start]
        fields[name] = value
        let texts = fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
        return RawJSON(unchecked: "{\(texts.joined(separator: ","))}".utf8)
    }

    @Test(
        "The scan accepts valid content and finds the keys of the decoded document",
        arguments: [
            // The end can equal the start.
            ("end_date", start), ("is_all_day", "true"), ("is_all_day", "false"),
            ("evidence", #"{"newest":"2026-01-15T08:30:00.000Z","samples":90}"#),
            ("evidence", #"{"samples":123456789012345678,"newest":"2026-01-15T08:30:00Z"}"#),
            ("properties", "{}"), ("properties", #"{"k":{"type":"number","value":0}}"#),
            ("properties", #"{"k":{"value":9.5,"type":"number"}}"#),
            ("properties", #"{"k":{"type":"duration","value":-1}}"#),
            ("properties", #"{"k":{"type":"text","unit":"x","value":""}}"#),
            ("properties", #"{"k":{"type":"select","value":"b"}}"#),
            (
                "properties",
                #"{"a":{"type":"boolean","value":true},"b":{"type":"boolean","value":false}}"#
            ),
            ("source_type", #""manual""#), ("source_type", #""imported""#),
            ("source_type", #""geofence""#), ("source_type", #""healthkit""#),
            ("healthkit_category", #""steps""#), ("natural_key", #""steps/2026-01-15""#),
            ("time_zone", #""Europe/Paris""#), ("external_id", #""x""#), ("notes", #""é""#),
            ("notes", "\"" + String(repeating: "x", count: 398) + "\""),
            ("future", #"{"a":[1,null]}"#), ("time", "1"),
        ] as [(String, String)]
    )
    func accepted(name: String, value: String) throws {
        let content = content(name, value)
        let document = try Document(json: content)

        let scan = try #require(EventScan(content))

        #expect(document.violations(as: .event).isEmpty)
        #expect(scan.keys == EntityKeys(kind: .event, document: document))
    }

    @Test(
        "The scan accepts no invalid field",
        arguments: [
            ("event_type_id", nil), ("event_type_id", "5"), ("event_type_id", #""x""#),
            ("timestamp", nil), ("timestamp", "5"), ("timestamp", #""2026-01-15""#),
            ("end_date", #""2026-01-15T08:29:59.999Z""#), ("end_date", "5"),
            ("is_all_day", "1"), ("is_all_day", #""true""#),
            ("evidence", "5"), ("evidence", "[]"), ("evidence", "{}"),
            ("evidence", #"{"newest":"2026-01-15T08:30:00Z"}"#), ("evidence", #"{"samples":1}"#),
            ("evidence", #"{"newest":"2026-01-15T08:30:00Z","samples":1.5}"#),
            ("evidence", #"{"newest":"2026-01-15T08:30:00Z","samples":"1"}"#),
            ("evidence", #"{"newest":5,"samples":1}"#),
            ("evidence", #"{"count":1,"newest":"2026-01-15T08:30:00Z"}"#),
            ("evidence", #"{"newest":"today","samples":1}"#),
            ("properties", "5"), ("properties", "[]"), ("properties", #"{"k":5}"#),
            ("properties", #"{"k":{}}"#), ("properties", #"{"k":{"value":1}}"#),
            ("properties", #"{"k":{"type":5,"value":1}}"#),
            ("properties", #"{"k":{"type":"number","value":"1"}}"#),
            ("properties", #"{"k":{"type":"number","value":true}}"#),
            ("properties", #"{"k":{"type":"duration","value":[1]}}"#),
            ("properties", #"{"k":{"type":"text","value":1}}"#),
            ("properties", #"{"k":{"type":"select","value":1}}"#),
            ("properties", #"{"k":{"type":"boolean","value":1}}"#),
            ("source_type", "5"), ("source_type", #""me""#),
            ("healthkit_category", "5"), ("natural_key", "5"), ("time_zone", "5"),
            ("external_id", "5"), ("notes", "5"), ("notes", "{}"),
            ("geofence_id", "5"), ("location_latitude", "91"), ("location_longitude", "181"),
            ("location_name", "5"), ("original_title", "5"), ("id", "1"), ("version", "1"),
            ("created_at", "1"), ("updated_at", "1"), ("deleted_at", "1"),
        ] as [(String, String?)]
    )
    func refused(name: String, value: String?) throws {
        let content = content(name, value)
        let document = try Document(json: content)

        #expect(EventScan(content) == nil)
        #expect(!document.violations(as: .event).isEmpty)
    }

    @Test(
        "The scan leaves content that needs decoding to the full validation",
        arguments: [
            // Null, which a change can have and an entity cannot.
            ("notes", "null"),
            ("notes", #""a\nb""#), ("notes", "\"" + String(repeating: "x", count: 399) + "\""),
            ("geofence_id", "\"\(id)\""), ("location_latitude", "1"), ("location_name", #""x""#),
            ("evidence", #"{"deleted":1,"newest":"2026-01-15T08:30:00Z","samples":1}"#),
            ("evidence", #"{"newest":"2026-01-15T08:30:00Z","samples":1234567890123456789}"#),
            ("properties", #"{"k":{"type":"date","value":"2026-01-15"}}"#),
            ("properties", #"{"k":{"type":"mood","value":1}}"#),
            ("properties", #"{"k":{"type":"number","value":1,"value":2}}"#),
            ("properties", #"{"k":{"type":"number","type":"number","value":1}}"#),
        ] as [(String, String)]
    )
    func undecided(name: String, value: String) {
        #expect(EventScan(content(name, value)) == nil)
    }

    @Test("The scan accepts only names in order, each once and without escapes")
    func names() {
        let type = "\"event_type_id\":\"\(Self.id)\""
        let time = "\"timestamp\":\(Self.start)"
        func isAccepted(_ text: String) -> Bool {
            EventScan(RawJSON(unchecked: text.utf8)) != nil
        }

        #expect(isAccepted("{\(type),\(time)}"))
        #expect(isAccepted("{\(type),\"note\":1,\"notes\":\"x\",\(time)}"))
        #expect(!isAccepted("{\(type),\"notes\":\"x\",\"note\":1,\(time)}"))
        #expect(!isAccepted("{\(time),\(type)}"))
        #expect(!isAccepted("{\(type),\(time),\(time)}"))
        #expect(!isAccepted("{\(type),\"n\\u006ftes\":5,\(time)}"))
        #expect(!isAccepted("{\(type),\n\(time)}"))
        #expect(!isAccepted("{\(type),\(time)}{}"))
        #expect(!isAccepted("{\(type),\(time)"))
        #expect(!isAccepted("[\(type),\(time)]"))
        #expect(!isAccepted(""))
    }
}
