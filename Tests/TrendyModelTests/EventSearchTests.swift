import Testing
import TrendyModel

@Suite("Event search")
struct EventSearchTests {
    private static let tea = EntityID(high: 1, low: 2)
    private static let run = EntityID(high: 3, low: 4)
    private let types = [Self.tea: "Grüner Tee", Self.run: "Morning Run"]

    private func content(_ fields: String, type: EntityID = Self.tea) -> RawJSON {
        RawJSON(
            unchecked: "{\"event_type_id\":\"\(type)\"\(fields.isEmpty ? "" : ",")\(fields)}".utf8
        )
    }

    /// Whether a search finds an event; the same with and without knowledge of its type.
    private func finds(
        _ text: String,
        _ fields: String,
        type: EntityID = Self.tea,
        sources: Set<SourceType>? = nil
    ) -> Bool {
        let search = EventSearch(text: text, types: types, sources: sources)
        let content = content(fields, type: type)
        let found = search.matches(content)
        let fast = content.utf8.withUnsafeBytes { search.matches(content: $0, type: type) }
        #expect(found == fast)
        return found
    }

    @Test(
        "A word is found in a note of any length, at any place, and however it is written",
        arguments: ["cafe", "CAFE", "Caf\u{E9}", "cafe\u{301}", #"c\u0061f\u00e9"#]
    )
    func places(written: String) {
        for before in 0..<18 {
            for after in 0..<10 {
                let note =
                    String(repeating: "x", count: before) + written
                    + String(repeating: "y", count: after)
                #expect(finds("Café", "\"notes\":\"\(note)\""), "\(note)")
                #expect(!finds("Cafés", "\"notes\":\"\(note)\""), "\(note)")
            }
        }
    }

    @Test(
        "Only letters ignore case",
        arguments: [
            ("az", "AZ", true), ("AZ", "az", true), ("x{", "x[", false), ("x`", "x@", false),
            ("{", "[", false), ("`", "@", false), ("1", "\u{11}1", true), ("x[", "x[", true),
            ("ab", "aab", true), ("aab", "aaab", true), ("abc", "ab", false),
        ]
    )
    func letters(word: String, note: String, isFound: Bool) {
        #expect(finds(word, "\"notes\":\(RawJSON(note))") == isFound)
    }

    @Test(
        "Words are searched in texts, properties and the name of the type, but not in field names"
    )
    func fields() {
        #expect(finds("oolong", #""notes":"Oolong""#))
        #expect(finds("oolong", #""original_title":"Oolong""#))
        #expect(finds("oolong", #""location_name":"Oolong""#))
        #expect(finds("oolong", #""properties":{"k":{"type":"text","value":"Oolong"}}"#))
        #expect(!finds("oolong", #""external_id":"oolong""#))
        #expect(!finds("oolong", #""properties":{"oolong":{"type":"oolong","value":1}}"#))
        #expect(!finds("oolong", #""oolong":1"#))
        #expect(finds("gruner", ""))
        #expect(!finds("gruner", "", type: Self.run))
        #expect(!finds("gruner", "", type: EntityID(high: 9, low: 9)))
    }

    @Test("Each word must occur, anywhere in the event")
    func words() {
        let fields = #""notes":"with milk","properties":{"k":{"type":"text","value":"hot"}}"#

        #expect(finds("tee milk hot", fields))
        #expect(finds("  milk\n tee ", fields))
        #expect(!finds("tee milk cold", fields))
        #expect(!finds("cold tee", fields))
        #expect(!finds("morning milk", fields))
        #expect(finds("", fields))
        #expect(!finds("日本", fields))
        #expect(finds("日本", #""notes":"日本茶""#))
        #expect(finds("tee 日本", #""notes":"日本茶""#))
    }

    @Test("The first sixteen words count")
    func limit() {
        let words = (1...EventSearch.maximumWords).map { "w\($0)w" }
        let note = "\"notes\":\"\(words.joined(separator: " "))\""
        let missing = words.dropLast() + ["other"]

        #expect(finds((words + ["ignored"]).joined(separator: " "), note))
        #expect(!finds(missing.joined(separator: " "), note))
    }

    @Test("The filter by source takes events without a source as recorded by the person")
    func sources() {
        #expect(finds("", "", sources: [.manual]))
        #expect(!finds("", "", sources: [.healthKit]))
        #expect(finds("", #""source_type":null"#, sources: [.manual]))
        #expect(finds("", #""source_type":"healthkit""#, sources: [.healthKit, .geofence]))
        #expect(!finds("", #""source_type":"healthkit""#, sources: [.manual]))
        #expect(!finds("", #""source_type":"healthkit""#, sources: []))
        #expect(finds("milk", #""notes":"milk","source_type":"imported""#, sources: [.imported]))
        #expect(!finds("cold", #""notes":"milk","source_type":"imported""#, sources: [.imported]))
    }

    @Test("Damaged content does not match, and a search without words and sources is empty")
    func edges() {
        let damaged = RawJSON(unchecked: #"{"notes":"milk""#.utf8)
        let properties = RawJSON(unchecked: #"{"notes":"x","properties":{"k":5}}"#.utf8)

        #expect(!EventSearch(text: "milk").matches(damaged))
        #expect(!EventSearch(text: "milk").matches(properties))
        #expect(EventSearch().isEmpty)
        #expect(EventSearch(text: " \n").isEmpty)
        #expect(!EventSearch(text: "a").isEmpty)
        #expect(!EventSearch(sources: []).isEmpty)
    }

    @Test("The letters of a route's line are no words, and a category is found")
    func routes() {
        let line =
            #""properties":{"route_line":{"type":"text","value":"_tea~"},"#
            + #""a":{"type":"text","value":"oak"}},"healthkit_category":"workout""#

        #expect(!finds("tea", line))
        #expect(finds("oak", line))
        for (category, isFound) in [("workout", true), ("sleep", false)] {
            let search = EventSearch(category: category)
            #expect(search.matches(content(line)) == isFound)
            #expect(!search.matches(content("")))
            #expect(!search.isEmpty)
        }
    }
}
