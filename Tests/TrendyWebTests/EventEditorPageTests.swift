import HTTPTypes
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

@testable import TrendyWeb

@Suite("The editor of events")
struct EventEditorPageTests {
    private let site: Site

    init() throws { site = try Site() }

    /// A type with a property of each type, whose key is the type's name.
    private func everything() async throws -> EntityID {
        let type = try await site.type("Everything")
        for kind in PropertyType.allCases {
            try await site.property(
                type,
                kind.rawValue,
                kind,
                options: kind == .select ? ["small", "large"] : nil
            )
        }
        return type
    }

    private func edit(
        _ id: EntityID,
        _ changes: KeyValuePairs<String, String?>
    ) async throws -> Site.Page {
        let page = try await site.get("/timeline/\(id)")
        return try await site.fill(page, "/timeline/\(id)", changes)
    }

    @Test("A new event asks for its type first")
    func chooseType() async throws {
        let type = try await site.type("Coffee")

        let page = try await site.get("/timeline/new")
        let unknown = try await site.get("/timeline/new?type=nothing")

        #expect(page.text.contains("href=\"/timeline/new?type=\(type)\""))
        #expect(unknown.words.contains("What do you want to log?"))
    }

    @Test("All eight types of properties are entered, shown again and cleared")
    func properties() async throws {
        let type = try await everything()
        let form = try await site.get("/timeline/new?type=\(type)")

        let saved = try await site.fill(
            form,
            "/timeline/new",
            [
                "note": "all of it\r\nsecond line", "value:text": "hello", "value:number": "7.5",
                "value:boolean": "no", "day:date": "2026-03-01", "time:date": "08:30",
                "value:select": "large", "value:duration": "45", "value:url": "example.org/a",
                "value:email": "ada@example.org",
            ]
        )
        let id = try #require(try await site.store.read { try $0.entities.events().first?.id })
        let event = try #require(try await site.stored(id))

        #expect(saved.words.contains("Everything, 15:00 logged"))
        #expect(event.notes == "all of it\nsecond line")
        #expect(event.properties["text"] == .text("hello"))
        #expect(event.properties.number("number") == 7.5)
        #expect(event.properties["boolean"] == .boolean(false))
        #expect(
            event.properties["date"]
                == Instant(rfc3339: "2026-03-01T08:30:00Z").map { .instant($0) }
        )
        #expect(event.properties["select"] == .select("large"))
        #expect(event.properties.number("duration") == 2700)
        #expect(event.properties["url"] == .url("https://example.org/a"))
        #expect(event.properties["email"] == .email("ada@example.org"))

        let fields = try await site.get("/timeline/\(id)").fields(of: "/timeline/\(id)")
        func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        #expect(value("value:boolean") == "no" && value("value:select") == "large")
        #expect(value("day:date") == "2026-03-01" && value("time:date") == "08:30")
        #expect(value("value:duration") == "45" && value("note") == "all of it\nsecond line")

        _ = try await edit(
            id,
            [
                "value:text": "", "value:number": "", "value:boolean": "", "day:date": "",
                "time:date": "", "value:select": "", "value:duration": "", "value:url": "",
                "value:email": "", "note": "",
            ]
        )
        let cleared = try #require(try await site.stored(id))
        #expect(cleared.properties.isEmpty && cleared.notes == nil)
    }

    @Test("A new event's form that is sent twice records one event; changed, it records another")
    func sentTwice() async throws {
        let type = try await site.type("Coffee")
        let form = try await site.get("/timeline/new?type=\(type)")

        let first = try await site.fill(form, "/timeline/new", ["note": "one"])
        let again = try await site.fill(form, "/timeline/new", ["note": "one"])
        let once = try await site.events().count
        _ = try await site.fill(form, "/timeline/new", ["note": "two"])
        let notes = try await site.events().compactMap(\.notes)

        #expect(first.words.contains("Coffee, 15:00 logged"))
        #expect(again.words.contains("Coffee, 15:00 logged"))
        #expect(once == 1)
        #expect(notes.sorted() == ["one", "two"])
    }

    @Test(
        "A form without a valid id for its event records an event",
        arguments: [nil, "", "x", "00000000-0000-0000-0000-000000000000"] as [String?]
    )
    func invalidNewID(_ id: String?) async throws {
        let type = try await site.type("Coffee")
        let form = try await site.get("/timeline/new?type=\(type)")

        _ = try await site.fill(form, "/timeline/new", ["new-id": id])
        _ = try await site.fill(form, "/timeline/new", ["new-id": id])

        #expect(try await site.events().count == 2)
    }

    @Test("The form of a new event with the id of another one does not change that one")
    func foreignNewID() async throws {
        let type = try await site.type("Coffee")
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z") { $0.notes = "keep" }
        let form = try await site.get("/timeline/new?type=\(type)")

        _ = try await site.fill(form, "/timeline/new", ["new-id": "\(id)", "note": "new"])

        #expect(try await site.stored(id)?.notes == "keep")
        #expect(try await site.events().count == 2)
    }

    @Test("Saving without a change writes nothing, and keeps seconds and unknown values")
    func unchanged() async throws {
        let type = try await everything()
        let id = try await site.event(type, at: "2026-03-04T09:30:17.250Z") {
            $0.endDate = Instant(rfc3339: "2026-03-04T10:30:59Z")
            $0.notes = "\nwith \u{1} and \r line"
            $0.properties["date"] = .day(
                CalendarDay("2026-03-01") ?? CalendarDay(daysSinceEpoch: 0)
            )
            $0.properties["select"] = .select("gone")
            $0.properties["future"] = PropertyValue(type: "colour", value: RawJSON("#fff"))
        }
        try await site.acceptAll()
        let before = try await site.store.read { try $0.entities.fetch(id: id) }

        let page = try await edit(id, [:])

        #expect(page.status == .ok)
        #expect(try await site.store.read { try $0.entities.fetch(id: id) } == before)
        #expect(try await site.engine.status().queue.pending == 0)

        _ = try await edit(id, ["note": "new"])
        let event = try #require(try await site.stored(id))
        #expect(event.timestamp == Instant(rfc3339: "2026-03-04T09:30:17.250Z"))
        #expect(event.notes == "new" && event.properties["future"] != nil)
        #expect(event.properties["select"] == .select("gone"))
    }

    @Test(
        "What is wrong is said beside the field, and nothing is saved",
        arguments: [
            ("value:number", "many", "Enter a number, such as"),
            ("value:duration", "-3", "Enter a number of minutes"),
            ("value:url", "no link", "Enter a link"),
            ("value:email", "nobody", "Enter an email address"),
            ("day:date", "soon", "Enter a day, such as"),
            ("time:date", "25:00", "Enter a time, such as"),
            ("start-day", "2026-13-01", "Enter a day, such as"),
            ("start-time", "noon", "Enter a time, such as"),
            ("start-time", "", "Enter a time, such as"),
            ("end-day", "2020-01-01", "Enter a time, such as"),
            ("end-time", "00:01", "The end is before the start."),
            ("note", String(repeating: "x", count: 100_001), "The note is too long."),
            ("type", "nothing", "Choose a type."),
        ]
    )
    func invalid(_ field: String, _ value: String, _ sentence: String) async throws {
        let type = try await everything()
        var changes: [(String, String?)] = [(field, value)]
        if field == "time:date" { changes.append(("day:date", "2026-03-01")) }
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z")
        let content = try await site.stored(id)

        let new = try await site.fill(
            site.get("/timeline/new?type=\(type)"),
            "/timeline/new",
            changes
        )
        let edited = try await site.fill(site.get("/timeline/\(id)"), "/timeline/\(id)", changes)

        for page in [new, edited] {
            #expect(page.status == .unprocessableContent)
            #expect(page.words.contains(sentence))
            #expect(page.text.contains("aria-invalid=\"true\""))
            if value.count < 100, field != "type" {
                #expect(page.text.contains(HTML(text: value).markup))
            }
        }
        #expect(try await site.events().count == 1)
        #expect(try await site.stored(id) == content)
    }

    @Test("An event covers a day, several days, or a time until another day")
    func times() async throws {
        let type = try await site.type("Trip")
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z")

        _ = try await edit(id, ["all-day": "1", "end-day": "2026-03-06"])
        let days = try #require(try await site.stored(id))
        _ = try await edit(
            id,
            [
                "all-day": nil, "start-time": "22:00", "end-day": "2026-03-05",
                "end-time": "01:15",
            ]
        )
        let night = try #require(try await site.stored(id))
        _ = try await edit(id, ["end-day": "", "end-time": ""])
        let moment = try #require(try await site.stored(id))

        #expect(days.isAllDay && days.timestamp == Instant(rfc3339: "2026-03-04T00:00:00Z"))
        #expect(days.endDate == Instant(rfc3339: "2026-03-07T00:00:00Z"))
        #expect(!night.isAllDay && night.timestamp == Instant(rfc3339: "2026-03-04T22:00:00Z"))
        #expect(night.endDate == Instant(rfc3339: "2026-03-05T01:15:00Z"))
        #expect(moment.endDate == nil)
    }

    @Test("Times are entered and shown in the browser's zone")
    func zone() async throws {
        let type = try await site.type("Coffee")
        let headers: HTTPFields = [.cookie: "trendy-zone=America%2FNew_York"]
        let form = try await site.get("/timeline/new?type=\(type)", headers: headers)
        var fields = form.fields(of: "/timeline/new")
        #expect(fields.contains { $0 == ("start-time", "10:00") })
        fields.removeAll { $0.name == "start-time" }
        fields.append(("start-time", "09:15"))
        let body = WebPath(parts: [], pairs: fields.map { ($0.name, $0.value) }).text.dropFirst(2)
        var all = headers
        all[.contentType] = "application/x-www-form-urlencoded"

        _ = try await site.send(.post, "/timeline/new", headers: all, body: Array(body.utf8))

        let event = try #require(try await site.events().first)
        #expect(event.timestamp == Instant(rfc3339: "2026-03-04T14:15:00Z"))
        #expect(event.timeZone == "America/New_York")
    }

    @Test("A new type shows its details before anything is saved")
    func changeType() async throws {
        let coffee = try await site.type("Coffee")
        let everything = try await everything()
        let id = try await site.event(coffee, at: "2026-03-04T09:30:00Z") { $0.notes = "x" }

        let page = try await edit(id, ["type": "\(everything)", "note": "y", "action": "type"])
        let unsaved = try #require(try await site.stored(id))
        _ = try await site.fill(page, "/timeline/\(id)", ["value:text": "more"])
        let saved = try #require(try await site.stored(id))

        #expect(page.status == .ok && page.text.contains("name=\"value:text\""))
        #expect(unsaved.notes == "x" && unsaved.eventTypeID == coffee)
        #expect(saved.notes == "y" && saved.eventTypeID == everything)
        #expect(saved.properties["text"] == .text("more"))
    }

    // MARK: Two browsers

    @Test("Of two browsers that edit one event, the second is shown both and asked")
    func twoBrowsers() async throws {
        let type = try await everything()
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z") {
            $0.notes = "old"
            $0.properties["text"] = .text("first")
        }
        let second = try await site.get("/timeline/\(id)")
        _ = try await edit(id, ["note": "theirs", "value:text": "second"])

        let asked = try await site.fill(second, "/timeline/\(id)", ["note": "mine"])
        let kept = try #require(try await site.stored(id))
        let saved = try await site.fill(asked, "/timeline/\(id)")
        let event = try #require(try await site.stored(id))

        #expect(asked.status == .conflict)
        #expect(asked.words.contains("Note theirs mine"))
        #expect(asked.words.contains("Text second not changed by you"))
        #expect(kept.notes == "theirs" && kept.properties["text"] == .text("second"))
        #expect(saved.status == .ok && event.notes == "mine")
        #expect(event.properties["text"] == .text("second"))
    }

    @Test("A box that another browser ticked is asked for, too")
    func twoBrowsersAllDay() async throws {
        let type = try await site.type("Trip")
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z")
        let second = try await site.get("/timeline/\(id)")
        _ = try await edit(id, ["all-day": "1"])

        let asked = try await site.fill(second, "/timeline/\(id)", ["note": "mine"])

        #expect(asked.status == .conflict && asked.words.contains("All day Yes not changed by you"))
        #expect(try await site.stored(id)?.isAllDay == true)
    }

    @Test("The same edit in two browsers asks nothing")
    func sameEdit() async throws {
        let type = try await site.type("Coffee")
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z")
        let second = try await site.get("/timeline/\(id)")
        _ = try await edit(id, ["note": "same"])

        let page = try await site.fill(second, "/timeline/\(id)", ["note": "same"])

        #expect(page.status == .ok && page.words.contains("saved"))
    }

    @Test("What was entered in an event that was deleted meanwhile can be saved as a new one")
    func deletedMeanwhile() async throws {
        let type = try await site.type("Coffee")
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z")
        try await site.acceptAll()
        let open = try await site.get("/timeline/\(id)")
        _ = try await site.post("/timeline/\(id)/delete")

        let page = try await site.fill(open, "/timeline/\(id)", ["note": "not lost"])
        let again = try await site.post("/timeline/\(id)/delete")
        _ = try await site.fill(page, "/timeline/new")
        _ = try await site.fill(page, "/timeline/new")
        let event = try #require(try await site.events().first)

        #expect(page.status == .gone && again.status == .gone)
        #expect(try await site.events().count == 1)
        #expect(page.words.contains("What you entered is not lost"))
        #expect(page.text.contains("action=\"/timeline/\(id)/restore\""))
        #expect(event.notes == "not lost")
        #expect(event.timestamp == Instant(rfc3339: "2026-03-04T09:30:00Z"))
    }

    @Test("An unknown event, one with a bad id, and an entity of another kind have a page")
    func unknown() async throws {
        let type = try await site.type("Coffee")

        for id in ["00000000-0000-7000-8000-000000000000", "x", "\(type)"] {
            #expect(try await site.get("/timeline/\(id)").status == .notFound)
            #expect(try await site.post("/timeline/\(id)", ["note": "x"]).status == .notFound)
            #expect(try await site.post("/timeline/\(id)/delete").status == .notFound)
        }
    }

    @Test("Of a captured health event, only the note can be edited")
    func captured() async throws {
        let type = try await site.type("Weighing")
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z") {
            ($0.sourceType, $0.healthKitCategory) = (.healthKit, "body_mass")
        }

        let page = try await site.get("/timeline/\(id)")
        _ = try await site.fill(
            page,
            "/timeline/\(id)",
            ["note": "after", "start-day": "2020-01-01"]
        )
        let event = try #require(try await site.stored(id))

        #expect(page.words.contains("This comes from Apple Health."))
        #expect(!page.text.contains("name=\"start-day\""))
        #expect(event.notes == "after")
        #expect(event.timestamp == Instant(rfc3339: "2026-03-04T09:30:00Z"))
    }

    @Test("The note for a captured event that was deleted meanwhile is shown, to be copied")
    func capturedDeletedMeanwhile() async throws {
        let type = try await site.type("Weighing")
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z") {
            ($0.sourceType, $0.healthKitCategory) = (.healthKit, "body_mass")
        }
        try await site.acceptAll()
        let open = try await site.get("/timeline/\(id)")
        _ = try await site.post("/timeline/\(id)/delete")

        let page = try await site.fill(open, "/timeline/\(id)", ["note": "not lost"])

        #expect(page.status == .gone)
        #expect(page.words.contains("Copy your note if you still need it. not lost"))
        #expect(!page.text.contains("action=\"/timeline/new\""))
    }

    @Test("The note of an event with 250 properties is edited without a loss of the last one")
    func manyProperties() async throws {
        let type = try await site.type("Survey")
        try await site.store.write { transaction in
            for index in 100..<350 {
                try transaction.entities.create(
                    PropertyDefinition(
                        eventTypeID: type,
                        key: "p\(index)",
                        label: "P\(index)",
                        propertyType: .text
                    )
                )
            }
        }
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z") {
            $0.properties["p349"] = .text("keep")
        }

        _ = try await edit(id, ["note": "new"])
        let event = try #require(try await site.stored(id))

        #expect(event.notes == "new" && event.properties["p349"] == .text("keep"))
    }

    @Test("A form with more fields than are read is refused, and changes nothing")
    func tooManyFields() async throws {
        let type = try await site.type("Coffee")
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z") { $0.notes = "keep" }
        let page = try await site.get("/timeline/\(id)")
        var changes: [(String, String?)] = [("note", "new")]
        for index in 0..<WebFields.maximumCount { changes.append(("x\(index)", "y")) }

        let answer = try await site.fill(page, "/timeline/\(id)", changes)

        #expect(answer.status == .contentTooLarge)
        #expect(try await site.stored(id)?.notes == "keep")
    }

    @Test("A form without the fields of the page changes only what it has")
    func partialForm() async throws {
        let type = try await site.type("Coffee")
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z") { $0.notes = "keep" }
        let before = try await site.stored(id)

        _ = try await site.post("/timeline/\(id)")

        #expect(try await site.stored(id) == before)
    }
}
