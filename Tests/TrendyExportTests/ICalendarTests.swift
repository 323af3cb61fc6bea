import Testing
import TrendyModel

@testable import TrendyExport

@Suite("iCalendar")
struct ICalendarTests {
    private func exampleVisit(_ edit: (inout Event) -> Void = { _ in }) -> ExportSample {
        var sample = ExportSample()
        sample.add { event in
            event.sourceType = .geofence
            event.geofenceID = ExportSample.placeID
            event.endDate = ExportSample.start + .seconds(3600)
            edit(&event)
        }
        return sample
    }

    @Test("A visit has its times in UTC, its place and its position")
    func visit() {
        let lines = exampleVisit().export(.ical).text.components()

        #expect(lines.first == "BEGIN:VCALENDAR")
        #expect(lines.contains("UID:00000000-0000-0303-0000-000000000001"))
        #expect(lines.contains("DTSTAMP:20260115T080001Z"))
        #expect(lines.contains("DTSTART:20260115T080000Z"))
        #expect(lines.contains("DTEND:20260115T090000Z"))
        #expect(lines.contains("SUMMARY:Home"))
        #expect(lines.contains("GEO:48.5;-2.25"))
        #expect(lines.last == "END:VCALENDAR")
    }

    @Test("Lines have at most 75 bytes, end between characters and unfold to the text")
    func folding() {
        let note = String(repeating: "Ärger 😀, שלום; ", count: 40)
        let text = exampleVisit { $0.notes = note }.export(.ical).text

        for line in text.components() { #expect(line.utf8.count <= 75) }
        #expect(!text.contains("\u{FFFD}"))
        let escaped = note.replacing(",", with: "\\,").replacing(";", with: "\\;")
        #expect(text.replacing("\r\n ", with: "").contains("DESCRIPTION:\(escaped)\r\n"))
    }

    @Test("Line breaks, separators and control characters are escaped")
    func escapes() {
        let text = exampleVisit { $0.notes = "a\r\nb\nc\rd\\e;f,g\u{0}h" }.export(.ical).text

        #expect(text.contains("DESCRIPTION:a\\nb\\nc\\nd\\\\e\\;f\\,g\u{FFFD}h\r\n"))
    }

    @Test("Whole days are dates of the event's own zone")
    func days() {
        let sample = exampleVisit { event in
            event.timeZone = "Pacific/Auckland"
            event.isAllDay = true
            event.timestamp = Instant(seconds: 1_768_388_400)  // 2026-01-15 in Auckland
            event.endDate = event.timestamp + .seconds(86_400)
        }

        let lines = sample.export(.ical).text.components()

        #expect(lines.contains("DTSTART;VALUE=DATE:20260115"))
        #expect(lines.contains("DTEND;VALUE=DATE:20260116"))
    }

    @Test("Other events are included on request, daily results never")
    func selection() {
        var sample = exampleVisit()
        sample.add()
        sample.add(metric: "workout", ["duration": 60])
        sample.add { event in
            event.healthKitCategory = "steps"
            event.isAllDay = true
        }
        var all = ExportOptions()
        all.includesAllEvents = true

        #expect(sample.export(.ical).summary.written == 2)
        #expect(sample.export(.ical, options: all).summary.written == 3)
    }

    @Test("An event without an end has none, nor has one that ends at its start")
    func ends() {
        #expect(!exampleVisit { $0.endDate = nil }.export(.ical).text.contains("DTEND"))
        #expect(!exampleVisit { $0.endDate = $0.timestamp }.export(.ical).text.contains("DTEND"))
    }
}

extension String {
    /// The lines between CRLF line ends.
    fileprivate func components() -> [String] {
        split(separator: "\r\n").map { String($0) }
    }
}
