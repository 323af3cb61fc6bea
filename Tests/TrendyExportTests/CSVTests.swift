import Testing
import TrendyModel

@testable import TrendyExport

@Suite("CSV")
struct CSVTests {
    private func row(
        _ sample: ExportSample,
        _ options: ExportOptions = ExportOptions()
    )
        -> [String: String]
    {
        let rows = parseCSV(sample.export(.csv, options: options).text)
        guard rows.count == 2 else { return [:] }
        return Dictionary(zip(rows[0], rows[1])) { first, _ in first }
    }

    @Test("An export without events has the header")
    func empty() {
        let (text, summary) = ExportSample().export(.csv)

        #expect(text.hasPrefix("id,type,start,end,all_day,"))
        #expect(text.hasSuffix(",properties\r\n"))
        #expect(summary == EventExport.Summary())
    }

    @Test("Every field has its column")
    func columns() {
        var sample = ExportSample()
        sample.add { event in
            event.endDate = ExportSample.start + .seconds(60)
            event.isAllDay = true
            event.timeZone = "Europe/Paris"
            event.notes = "with milk"
            event.externalID = "x-1"
            event.originalTitle = "Café"
            event.geofenceID = ExportSample.placeID
            event.properties["cups"] = .number(2)
        }

        let row = row(sample)

        #expect(row["id"] == "00000000-0000-0303-0000-000000000001")
        #expect(row["type"] == "Coffee")
        #expect(row["start"] == "2026-01-15T08:00:00.000Z")
        #expect(row["end"] == "2026-01-15T08:01:00.000Z")
        #expect(row["all_day"] == "true")
        #expect(row["time_zone"] == "Europe/Paris")
        #expect(row["source"] == "manual")
        #expect(row["place"] == "Home")
        #expect(row["latitude"] == "48.5")
        #expect(row["longitude"] == "-2.25")
        #expect(row["notes"] == "with milk")
        #expect(row["title"] == "Café")
        #expect(row["external_id"] == "x-1")
        #expect(row["updated_at"] == "2026-01-15T08:00:01.500Z")
        #expect(row["properties"] == #"{"cups":{"type":"number","value":2}}"#)
    }

    @Test(
        "Texts survive quoting",
        arguments: [
            "a,b", "say \"hi\"", "two\nlines", "two\r\nlines", " spaces ", "\ttab", "😀 👨‍👩‍👧",
            "שלום עולם", "مرحبا", "back\\slash", "\"", "'", "",
        ]
    )
    func texts(_ text: String) {
        var sample = ExportSample(typeName: text.isEmpty ? "Coffee" : text)
        sample.add { $0.notes = text }

        let row = row(sample)

        #expect(row["notes"] == text)
    }

    @Test("Control characters become U+FFFD, because CSV has no escape for them")
    func controls() {
        var sample = ExportSample()
        sample.add { $0.notes = "a\u{0}b\u{1B}c\u{7F}\"d" }

        #expect(row(sample)["notes"] == "a\u{FFFD}b\u{FFFD}c\u{FFFD}\"d")
    }

    @Test("Half a surrogate pair becomes U+FFFD, a whole one is the character")
    func surrogates() {
        var sample = ExportSample()
        let id = ExportSample.typeID
        let json = #"{"event_type_id":"\#(id)","notes":"\ud83d\ude00 \ud83d x","#
        sample.add(
            content: RawJSON(
                unchecked: Array((json + #""timestamp":"2026-01-15T08:00:00Z"}"#).utf8)
            )
        )

        let row = row(sample)

        #expect(row["notes"] == "😀 \u{FFFD} x")
        #expect(row["start"] == "2026-01-15T08:00:00.000Z")
    }

    @Test("A formula gets an apostrophe on request, a negative coordinate does not")
    func formulas() {
        var options = ExportOptions()
        options.isSpreadsheetSafe = true
        for text in ["=1+1", "+1", "-1", "@SUM(A1)"] {
            var sample = ExportSample()
            sample.add {
                $0.notes = text
                $0.geofenceID = ExportSample.placeID
            }

            #expect(row(sample, options)["notes"] == "'" + text)
            #expect(row(sample, options)["longitude"] == "-2.25")
            #expect(row(sample)["notes"] == text)
        }
    }

    @Test("The filter selects by type, metric and place")
    func filter() {
        var sample = ExportSample()
        sample.add()
        sample.add(metric: "steps", ["count": 10])
        sample.add { $0.geofenceID = ExportSample.placeID }
        sample.add { $0.eventTypeID = EntityID(high: 9, low: 9) }
        var filter = ExportFilter()

        filter.category = "steps"
        #expect(sample.export(.csv, filter: filter).summary.written == 1)
        filter = ExportFilter()
        filter.geofenceID = ExportSample.placeID
        #expect(sample.export(.csv, filter: filter).summary.written == 1)
        filter = ExportFilter()
        filter.eventTypeIDs = [ExportSample.typeID]
        #expect(sample.export(.csv, filter: filter).summary.written == 3)
    }

    @Test("A damaged content is counted and left out")
    func damaged() {
        var sample = ExportSample()
        sample.add(content: RawJSON(unchecked: Array("{\"notes\":".utf8)))
        sample.add()

        let summary = sample.export(.csv).summary

        #expect(summary == EventExport.Summary(written: 1, omitted: 0, damaged: 1))
    }

    @Test("No part of a content makes an export fail", arguments: ExportFormat.allCases)
    func parts(_ format: ExportFormat) {
        var whole = ExportSample()
        whole.add { event in
            event.notes = "a \"b\" \u{1} 😀"
            event.healthKitCategory = "heart_rate"
            event.geofenceID = ExportSample.placeID
            event.properties["average"] = .number(70)
            event.properties["hourly"] = .series([1, nil, 3])
        }
        whole.page.forEach { _, content in
            for end in 0...content.count {
                var sample = ExportSample()
                sample.add(content: RawJSON(unchecked: Array(content[..<end])))
                sample.add(content: RawJSON(unchecked: Array(content[(content.count - end)...])))

                let summary = sample.export(format).summary

                #expect(summary.written + summary.omitted + summary.damaged == 2)
            }
        }
    }
}
