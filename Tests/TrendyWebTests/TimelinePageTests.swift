import Foundation
import HTTPTypes
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

@testable import TrendyWeb

@Suite("The timeline's page")
struct TimelinePageTests {
    private let site: Site

    init() throws { site = try Site() }

    private func coffee(_ count: Int = 1) async throws -> EntityID {
        let type = try await site.type("Coffee")
        for index in 0..<count {
            let minute = index % 60 < 10 ? "0\(index % 60)" : "\(index % 60)"
            let hour = index / 60 < 10 ? "0\(index / 60)" : "\(index / 60)"
            try await site.event(type, at: "2026-03-03T\(hour):\(minute):00Z") {
                $0.notes = "cup \(index)."
            }
        }
        return type
    }

    @Test("Without data, the page says so and offers to create a type")
    func empty() async throws {
        let page = try await site.get("/timeline")

        #expect(page.status == .ok)
        #expect(page.words.contains("Nothing recorded yet."))
        #expect(page.text.contains("href=\"/types/new\""))
    }

    @Test("Events are listed by day with their time, detail and sync state")
    func rows() async throws {
        let type = try await coffee()
        try await site.acceptAll()
        try await site.event(type, at: "2026-03-04T09:30:00Z")

        let words = try await site.get("/timeline").words

        #expect(words.contains("Today"))
        #expect(words.contains("Yesterday"))
        #expect(words.contains("cup 0."))
        #expect(words.components("Not sent yet") == 1)
    }

    @Test("A change that the server refused, and one of another device, are marked")
    func marks() async throws {
        let type = try await coffee()
        let seen = try await site.event(type, at: "2026-03-04T08:00:00Z")
        try await site.acceptAll()
        try await site.receive(seen) { $0.notes = "from the phone" }
        try await site.event(type, at: "2026-03-04T09:30:00Z")
        try await site.refuseAll()

        let words = try await site.get("/timeline").words
        _ = try await site.get("/timeline/\(seen)")
        let after = try await site.get("/timeline").words

        #expect(words.contains("Could not be sent"))
        #expect(words.contains("from the phone Updated from the server"))
        #expect(!after.contains("Updated from the server"))
    }

    @Test("Words, a type, a source and a period filter the events; one link shows all again")
    func filters() async throws {
        let coffee = try await coffee()
        let tea = try await site.type("Tea")
        try await site.event(tea, at: "2026-03-04T09:30:00Z") { $0.notes = "green" }
        try await site.event(tea, at: "2025-12-01T09:30:00Z") { $0.notes = "black" }

        let found = try await site.get("/timeline?q=green").words
        let typed = try await site.get("/timeline?type=\(coffee)").words
        let week = try await site.get("/timeline?period=week&type=\(tea)").words
        let imported = try await site.get("/timeline?source=imported")

        #expect(found.contains("green") && !found.contains("black") && !found.contains("cup 0"))
        #expect(typed.contains("cup 0") && !typed.contains("green"))
        #expect(week.contains("green") && !week.contains("black"))
        #expect(week.contains("Tea, Last 7 days"))
        #expect(imported.words.contains("Nothing found."))
        #expect(imported.text.contains(">Show all</a>"))
    }

    @Test("A filter by place shows its visits only")
    func places() async throws {
        let type = try await site.type("Visit here")
        let place = try await site.store.write {
            try $0.entities.create(
                Geofence(name: "Bakery", latitude: 47, longitude: 8, radiusMeters: 150)
            )
        }
        try await site.event(type, at: "2026-03-03T09:00:00Z") {
            ($0.geofenceID, $0.locationName, $0.sourceType) = (place, "Bakery", .geofence)
        }
        try await site.event(type, at: "2026-03-03T12:00:00Z") { $0.notes = "elsewhere" }

        let words = try await site.get("/timeline?place=\(place)").words

        #expect(words.contains("Visit here Bakery"))
        #expect(!words.contains("elsewhere"))
    }

    @Test(
        "A query that makes no sense gives the page with a sentence",
        arguments: [
            ("day=yesterday", "Enter a day, such as 2026-03-04."),
            ("day=2026-02-30", "Enter a day, such as 2026-03-04."),
            ("period=century", "There is no such period."),
            ("type=nothing", "refers to something that no longer exists"),
            ("place=00000000-0000-7000-8000-000000000000", "no longer exists"),
            ("source=hearsay", "no longer exists"),
        ]
    )
    func badQueries(_ query: String, _ sentence: String) async throws {
        _ = try await coffee()

        let page = try await site.get("/timeline?\(query)")

        #expect(page.status == .ok)
        #expect(page.words.contains(sentence))
    }

    @Test(
        "Days and positions at the ends of time are answered",
        arguments: [
            "day=9999-12-31", "day=0000-01-01",
            "before=9223372036854775807.00000000-0000-7000-8000-000000000000",
            "before=-9223372036854775808.00000000-0000-7000-8000-000000000000",
        ]
    )
    func extremes(_ query: String) async throws {
        _ = try await coffee()

        #expect(try await site.get("/timeline?\(query)").status == .ok)
    }

    @Test("A position that no page links to is refused", arguments: ["x", "1.x", "1", "."])
    func badPositions(_ text: String) async throws {
        #expect(try await site.get("/timeline?before=\(text)").status == .badRequest)
    }

    @Test("Older pages show each event once, and lead back to the newest")
    func pages() async throws {
        _ = try await coffee(150)
        var seen: [Substring] = []
        var path: String? = "/timeline"
        var count = 0

        while let next = path, count < 10 {
            let page = try await site.get(next)
            seen += page.text.matches(of: /cup (\d+)\./).map(\.output.1)
            path = page.text.firstMatch(of: /href="([^"]*before=[^"]*)">Older/)
                .map { Site.Page.plain(String($0.output.1)) }
            count += 1
            if count > 1 { #expect(page.text.contains(">Newest entries</a>")) }
        }

        #expect(count == 3)
        #expect(seen.count == 150 && Set(seen).count == 150)
    }

    @Test("A day is a ribbon of stays and entries, with the same as a table and the map's link")
    func day() async throws {
        let type = try await site.type("Visit here")
        try await site.event(type, at: "2026-03-02T20:00:00Z") {
            ($0.locationName, $0.sourceType) = ("Home", .geofence)
            $0.endDate = Instant(rfc3339: "2026-03-03T06:00:00Z")
        }
        _ = try await coffee()

        let page = try await site.get("/timeline?day=2026-03-03")

        #expect(page.text.components("<svg class=\"ribbon\"") == 2)
        #expect(page.text.contains("href=\"/map?day=2026-03-03\""))
        #expect(page.words.contains("Home, 20:00–6:00 Stay"))
        #expect(page.text.contains("href=\"/timeline?day=2026-03-02\""))
        #expect(page.text.contains("href=\"/timeline?day=2026-03-04\""))
        #expect(page.words.contains("cup 0."))
    }

    @Test("A day without data says so, and draws nothing")
    func emptyDay() async throws {
        let page = try await site.get("/timeline?day=2020-01-01")

        #expect(page.words.contains("No stays, sleep, workouts or entries of this day are known."))
        #expect(!page.text.contains("class=\"ribbon\""))
    }

    @Test("Quick log records an event now, and its banner undoes it")
    func quickLog() async throws {
        let type = try await coffee(0)

        let page = try await site.submit("/timeline/log", ["type": "\(type)"])
        let event = try #require(try await site.events().first)
        let id = try #require(try await site.store.read { try $0.entities.events().first?.id })
        let undone = try await site.submit("/timeline/\(id)/delete", ["undo": "log"])

        #expect(page.words.contains("Coffee, 15:00 logged"))
        #expect(
            event.eventTypeID == type && event.timestamp == Instant(rfc3339: "2026-03-04T15:00:00Z")
        )
        #expect(undone.words.contains("deleted"))
        #expect(try await site.events().isEmpty)
    }

    @Test("A quick log that is sent twice records one event, and one of a new page another")
    func quickLogTwice() async throws {
        let type = try await coffee(0)
        let page = try await site.get("/timeline")

        _ = try await site.fill(page, "/timeline/log", ["type": "\(type)"])
        let again = try await site.fill(page, "/timeline/log", ["type": "\(type)"])
        let once = try await site.events().count
        _ = try await site.fill(again, "/timeline/log", ["type": "\(type)"])

        #expect(again.words.contains("Coffee, 15:00 logged"))
        #expect(once == 1)
        #expect(try await site.events().count == 2)
    }

    @Test("Quick log of a deleted type, and of no type, changes nothing and says why")
    func quickLogFails() async throws {
        let missing = "00000000-0000-7000-8000-000000000000"

        let gone = try await site.post("/timeline/log", ["type": missing])
        let bad = try await site.post("/timeline/log", ["type": "x"])

        #expect(gone.status == .conflict && gone.words.contains("Not logged"))
        #expect(bad.status == .badRequest)
    }

    @Test("A deletion is undone by its banner, with everything that the event had")
    func undo() async throws {
        let type = try await coffee()
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z") { $0.notes = "keep me" }
        let before = try await site.stored(id)
        let back = "/timeline?q=keep"

        let deleted = try await site.submit("/timeline/\(id)/delete", ["back": back])
        let gone = try await site.stored(id)
        let restored = try await site.submit("/timeline/\(id)/restore", ["back": back])

        #expect(deleted.words.contains("Coffee, 9:30 deleted"))
        #expect(deleted.text.contains("action=\"/timeline/\(id)/restore\""))
        #expect(gone == nil)
        #expect(restored.words.contains("Coffee, 9:30 restored"))
        #expect(try await site.stored(id) == before)
    }

    @Test("A deletion that cannot be undone any more says so; of a live event, it opens the event")
    func undoTooLate() async throws {
        let type = try await coffee()
        let live = try await site.event(type, at: "2026-03-04T09:30:00Z")
        let gone = try await site.event(type, at: "2026-03-04T10:30:00Z")
        _ = try await DeleteEvent(store: site.store)(gone)

        let late = try await site.post("/timeline/\(gone)/restore")
        let early = try await site.submit("/timeline/\(live)/restore")

        #expect(late.status == .gone && late.words.contains("can no longer be undone"))
        #expect(early.status == .ok && early.words.contains("Edit entry"))
    }

    @Test(
        "After a form, only pages of the timeline are returned to",
        arguments: ["https://evil.example", "//evil.example", "/account", "/timelinex"]
    )
    func openRedirect(_ back: String) async throws {
        let type = try await coffee()

        let answer = try await site.post("/timeline/log", ["type": "\(type)", "back": back])

        #expect(answer.headers[.location]?.hasPrefix("/timeline?logged=") == true)
    }

    @Test("An event that was found by a search is edited and left for the search again")
    func back() async throws {
        let type = try await coffee()
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z") { $0.notes = "find me" }
        let list = try await site.get("/timeline?q=find")
        let link = try #require(
            list.text.firstMatch(of: /href="(\/timeline\/[^"]*back=[^"]*)"/)?.output.1
        )

        let page = try await site.get(String(link))
        let saved = try await site.fill(page, "/timeline/\(id)", ["note": "find me now"])

        #expect(link == "/timeline/\(id)?back=%2Ftimeline%3Fq%3Dfind")
        #expect(page.text.contains("href=\"/timeline?q=find\">Cancel"))
        #expect(saved.words.contains("Coffee, 9:30 saved") && saved.words.contains("“find”"))
    }

    @Test("Deleted events are kept for ten minutes, for their viewer only, and not without limit")
    func deletions() async throws {
        let type = try await coffee(0)
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z")
        let entity = try #require(try await site.store.read { try $0.entities.fetch(id: id) })
        let now = Instant(seconds: 1000)
        let deletions = RecentDeletions()

        deletions.add(entity, of: viewer("a"), at: now)

        #expect(deletions.entity(id, of: viewer("a"), at: now + .seconds(599)) == entity)
        #expect(deletions.entity(id, of: viewer("a"), at: now + .seconds(600)) == nil)
        #expect(deletions.entity(id, of: viewer("b"), at: now) == nil)
        for index in 0..<RecentDeletions.viewerLimit {
            var other = entity
            other.id = EntityID(high: 1, low: UInt64(index))
            deletions.add(other, of: viewer("a"), at: now + .seconds(1))
        }
        #expect(deletions.entity(id, of: viewer("a"), at: now + .seconds(1)) == nil)
    }

    @Test("The deletions of one viewer do not remove those of another")
    func deletionsOfOthers() async throws {
        let type = try await coffee(0)
        let id = try await site.event(type, at: "2026-03-04T09:30:00Z")
        let entity = try #require(try await site.store.read { try $0.entities.fetch(id: id) })
        let now = Instant(seconds: 1000)
        let deletions = RecentDeletions()
        let viewers = RecentDeletions.limit / RecentDeletions.viewerLimit

        deletions.add(entity, of: viewer("a"), at: now)
        for other in 0...viewers {
            for index in 0..<RecentDeletions.viewerLimit * 2 {
                var event = entity
                event.id = EntityID(high: UInt64(other), low: UInt64(index))
                deletions.add(event, of: viewer("other \(other)"), at: now)
            }
        }

        #expect(deletions.entity(id, of: viewer("a"), at: now) == entity)
        let last = EntityID(
            high: UInt64(viewers),
            low: UInt64(RecentDeletions.viewerLimit * 2 - 1)
        )
        #expect(deletions.entity(last, of: viewer("other \(viewers)"), at: now) != nil)
    }

    private func viewer(_ token: String) -> WebViewer {
        WebViewer(
            engine: site.engine,
            email: nil,
            formToken: token,
            place: .device,
            zones: ZoneHistory(.gmt)
        )
    }
}

extension String {
    /// The number of times that a text occurs.
    func components(_ text: String) -> Int { ranges(of: text).count }
}
