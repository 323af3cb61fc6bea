import Foundation
import Testing
import TrendyModel

@testable import TrendyExport

@Suite("JSON and NDJSON")
struct JSONTests {
    private func sample() -> ExportSample {
        var sample = ExportSample(typeName: "Caf\"é\n\u{1}", placeName: "🏠")
        sample.add { $0.notes = "line\nbreak \"quoted\" \u{0} 😀" }
        sample.add { $0.geofenceID = ExportSample.placeID }
        return sample
    }

    @Test("An empty export is an empty array, and no line")
    func empty() {
        #expect(ExportSample().export(.json).text == "[\n]\n")
        #expect(ExportSample().export(.ndjson).text.isEmpty)
    }

    @Test("Both forms have the same objects, with the fields of the wire and two names")
    func objects() throws {
        let sample = sample()
        let array = try JSONSerialization.jsonObject(with: Data(sample.export(.json).text.utf8))
        let lines = try sample.export(.ndjson).text.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8))
        }

        #expect(NSArray(array: lines) == array as? NSArray)
        let event = try #require(lines[1] as? [String: Any])
        #expect(event["entity_type"] as? String == "event")
        #expect(event["version"] as? Int == 7)
        #expect(event["event_type_name"] as? String == "Caf\"é\n\u{1}")
        #expect(event["place_name"] as? String == "🏠")
        #expect(event["geofence_id"] as? String == "\(ExportSample.placeID)")
    }

    @Test("An export reads back as the same entities, in pieces of any size")
    func roundTrip() throws {
        let sample = sample()
        for format in [ExportFormat.json, .ndjson] {
            let bytes = Array(sample.export(format).text.utf8)
            for size in [1, 7, 64, bytes.count] {
                var splitter = EntitySplitter()
                var read: [ExportedEntity] = []
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
                        try splitter.take(piece) { read.append(try ExportedEntity(json: $0)) }
                    }
                }
                try splitter.end()

                var contents: [RawJSON] = []
                sample.page.forEach { contents.append(RawJSON(unchecked: Array($1))) }
                #expect(read.map(\.entity.content) == contents)
                #expect(read.map(\.entity.id) == sample.page.rows.map(\.id))
                #expect(read.map(\.placeName) == [nil, "🏠"])
            }
        }
    }

    @Test("Definitions precede the events in JSON only")
    func definitions() {
        let type = ExportSample.entity(
            .eventType,
            ExportSample.typeID,
            EventType(name: "Tea").document
        )
        for format in ExportFormat.allCases {
            var export = EventExport(format, names: ExportNames())
            export.begin()
            export.output.removeAll()
            export.write(definition: type)
            #expect((export.output.count > 0) == [.json, .ndjson].contains(format))
        }
    }
}

@Suite("Splitting a file into entities")
struct EntitySplitterTests {
    private func split(_ text: String) throws -> [String] {
        var splitter = EntitySplitter()
        var objects: [String] = []
        try Array(text.utf8).withUnsafeBytes { bytes in
            try splitter.take(bytes) { objects.append(String(decoding: $0, as: UTF8.self)) }
        }
        try splitter.end()
        return objects
    }

    @Test(
        "Arrays and lines are split, however they are spaced",
        arguments: [
            (#"[{"a":"}"},{"b":[1,{"c":2}]}]"#, 2), ("{}\n{}\r\n\n{}", 3), ("[ ]", 0), ("", 0),
            ("\u{FEFF}[\n  {\"a\": \"\\\"{\"}\n]\n", 1), ("{\"a\":1}{\"b\":2}", 2),
        ]
    )
    func forms(_ text: String, _ count: Int) throws {
        #expect(try split(text).count == count)
    }

    @Test(
        "Everything else is refused",
        arguments: [
            "x", "[", "[{}", "[{}}", "[{},]", "[{}{}]", "[,{}]", "{", "{\"a\":\"", "[] {}", "{},{}",
            "[1]", "null", "<html>", "[[{}]]",
        ]
    )
    func refusals(_ text: String) {
        #expect(throws: EntityFileError.self) { try split(text) }
    }

    @Test("An endless object is refused at the limit")
    func limit() {
        let text = "{\"a\":\"" + String(repeating: "x", count: EntitySplitter.maximumBytes)
        #expect(throws: EntityFileError.self) { try split(text) }
    }
}
