import Foundation
import HTTPTypes
import Testing
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

@testable import TrendyWeb

@Suite("The map pages")
struct MapPageTests {
    private func place(
        _ site: Site,
        _ name: String,
        _ latitude: Double = 52.5,
        _ longitude: Double = 13.4
    ) async throws -> EntityID {
        try await site.engine.store.write {
            try $0.entities.create(
                Geofence(
                    name: name,
                    latitude: latitude,
                    longitude: longitude,
                    radiusMeters: 150
                )
            )
        }
    }

    private func visit(
        _ site: Site,
        _ place: EntityID,
        _ start: String,
        _ end: String?
    ) async throws {
        _ = try await site.engine.recordGeofenceEvent(
            ManualVisit(
                place,
                from: try #require(Instant(rfc3339: start)),
                until: end.flatMap { Instant(rfc3339: $0) }
            )
        )
    }

    @Test("Without data the map says what to do first")
    func empty() async throws {
        let page = try await Site().get("/map")

        #expect(page.words.contains("No places yet.") && page.words.contains("No stays"))
        #expect(page.text.contains("/map/places/new"))
    }

    @Test("A day's stays are in order on the map and in a table")
    func day() async throws {
        let site = try Site()
        let home = try await place(site, "Home")
        let work = try await place(site, "Office", 52.52, 13.45)
        try await visit(site, home, "2026-03-03T20:00:00Z", "2026-03-04T07:30:00Z")
        try await visit(site, work, "2026-03-04T08:00:00Z", "2026-03-04T12:00:00Z")

        let page = try await site.get("/map?day=2026-03-04")
        let other = try await site.get("/map?day=2026-02-04")

        #expect(page.words.contains("1. Home") && page.words.contains("2. Office"))
        #expect(page.text.contains("class=\"order\""))
        #expect(page.text.contains("href=\"/map/places/\(work)\""))
        #expect(other.words.contains("No stays in these days."))
    }

    @Test("A span shows the time at each place within it")
    func span() async throws {
        let site = try Site()
        let home = try await place(site, "Home")
        try await visit(site, home, "2026-03-01T20:00:00Z", "2026-03-02T02:00:00Z")
        try await visit(site, home, "2026-03-03T20:00:00Z", "2026-03-03T22:00:00Z")

        let words = try await site.get("/map?from=2026-03-02&to=2026-03-04").words

        #expect(words.contains("Where you were Home 4 h 2 stays"), "\(words)")
    }

    @Test("Time that two devices recorded at one place counts once")
    func overlap() async throws {
        let site = try Site()
        let home = try await place(site, "Home")
        try await visit(site, home, "2026-03-03T20:00:00Z", "2026-03-03T22:00:00Z")
        try await site.engine.store.write { transaction in
            let entity = try #require(try transaction.entities.events().first)
            var event = try Event(document: entity.document())
            event.timestamp = event.timestamp + .seconds(3600)
            _ = try transaction.entities.create(event)
        }

        let words = try await site.get("/map?from=2026-03-02&to=2026-03-04").words

        #expect(words.contains("Where you were Home 2 h 1 stay"), "\(words)")
    }

    @Test(
        "Dates and views that make no sense give the page",
        arguments: [
            "day=yesterday", "from=2026-03-04&to=2026-03-01", "from=1900-01-01&to=2026-01-01",
            "lat=1e999&lon=nan&zoom=-4", "lat=900&lon=-9999&zoom=99", "pages=999999999999999999999",
            "lat=abc", "day=9999-12-31", "q=%00",
        ]
    )
    func badInput(_ query: String) async throws {
        let site = try Site()
        _ = try await place(site, "Home")

        #expect(try await site.get("/map?\(query)").status == .ok)
    }

    @Test("A name of a place is escaped on the map and beside it")
    func escaping() async throws {
        let site = try Site()
        let id = try await place(site, "<script>alert(1)</script>")
        try await visit(site, id, "2026-03-04T08:00:00Z", nil)

        for path in ["/map", "/map?day=2026-03-04", "/map/places/\(id)", "/map/places/\(id)/edit"] {
            #expect(try await !site.get(path).text.contains("<script>alert"), "\(path)")
        }
    }

    @Test("A new place is saved and shown; wrong fields have a sentence each")
    func newPlace() async throws {
        let site = try Site()
        let form = try await site.get("/map/places/new?lat=52.5&lon=13.4&zoom=15")
        let wrong = try await site.post(
            "/map/places/new",
            ["name": " ", "latitude": "north", "longitude": "13.4", "radius": "50"]
        )
        let saved = try await site.submit(
            "/map/places/new",
            [
                "name": "Home", "latitude": "52.5", "longitude": "13,4", "radius": "150",
                "is_active": "1",
            ]
        )
        let twice = try await site.post(
            "/map/places/new",
            ["name": "home", "latitude": "52.5", "longitude": "13.4", "radius": "150"]
        )

        #expect(form.text.contains("value=\"52.5\"") && form.text.contains("value=\"150\""))
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.text.components(separatedBy: "class=\"field-error\"").count == 4)
        #expect(wrong.text.contains("value=\"north\""))
        #expect(saved.status == .ok && saved.words.contains("Home"))
        #expect(twice.status == .unprocessableContent)
    }

    @Test("A preview shows the entered circle and saves nothing")
    func preview() async throws {
        let site = try Site()
        let page = try await site.post(
            "/map/places/new",
            [
                "name": "Home", "latitude": "52.5", "longitude": "13.4", "radius": "300",
                "preview": "1",
            ]
        )
        let count = try await site.engine.store.read {
            try $0.entities.fetchAll(kind: .geofence).count
        }

        #expect(page.status == .ok && page.text.contains("class=\"edited\""))
        #expect(page.text.contains("value=\"300\""))
        #expect(count == 0)
    }

    @Test("A place is edited, turned off, deleted and restored")
    func edit() async throws {
        let site = try Site()
        let id = try await place(site, "Home")

        let edited = try await site.submit(
            "/map/places/\(id)/edit",
            [
                "name": "House", "latitude": "52.5", "longitude": "13.4", "radius": "200",
                "is_active": "1",
            ]
        )
        let off = try await site.submit("/map/places/\(id)/active", ["active": "0"])
        let deleted = try await site.post("/map/places/\(id)/delete")
        let gone = try await site.get("/map/places/\(id)")
        let content = try #require(
            deleted.text.firstMatch(of: /name="content" value="([^"]*)"/).map { String($0.1) }
        ).replacing("&quot;", with: "\"")
        let restored = try await site.submit("/map/places/\(id)/restore", ["content": content])

        #expect(edited.words.contains("House") && edited.words.contains("Within 200 m"))
        #expect(off.words.contains("Not monitored"))
        #expect(deleted.words.contains("Undo"))
        #expect(gone.status == .notFound)
        #expect(restored.words.contains("House") && restored.words.contains("Not monitored"))
    }

    private func stored(_ site: Site, _ id: EntityID) async throws -> Geofence {
        let entity = try await site.store.read { try $0.entities.fetch(id: id) }
        return try #require(entity?.readable(as: Geofence.self)?.fields)
    }

    @Test("A second browser keeps what the first one changed, and is asked where both did")
    func twoBrowsers() async throws {
        let site = try Site()
        let id = try await place(site, "Home")
        let path = "/map/places/\(id)/edit"
        let (second, third) = (try await site.get(path), try await site.get(path))
        _ = try await site.fill(site.get(path), path, ["radius": "300", "notify_entry": "1"])

        let saved = try await site.fill(second, path, ["name": "House"])
        let asked = try await site.fill(third, path, ["radius": "200"])
        let kept = try await stored(site, id)
        _ = try await site.fill(asked, path)
        let replaced = try await stored(site, id)

        #expect(saved.words.contains("House") && saved.words.contains("Within 300 m"))
        #expect(asked.status == .conflict)
        #expect(asked.words.contains("Meanwhile this was changed to 300."))
        #expect(asked.text.contains("value=\"200\"") && asked.text.contains("value=\"House\""))
        #expect((kept.name, kept.radiusMeters) == ("House", 300) && kept.notifyOnEntry)
        #expect((replaced.name, replaced.radiusMeters) == ("House", 200))
        #expect(replaced.notifyOnEntry)
    }

    @Test("A centre that two browsers move is one value, and the same edit asks nothing")
    func twoCenters() async throws {
        let site = try Site()
        let id = try await place(site, "Home")
        let path = "/map/places/\(id)/edit"
        let (second, third) = (try await site.get(path), try await site.get(path))
        _ = try await site.fill(site.get(path), path, ["longitude": "13.5"])

        let asked = try await site.fill(second, path, ["latitude": "52.6"])
        let kept = try await stored(site, id)
        let same = try await site.fill(third, path, ["longitude": "13.5"])

        #expect(asked.status == .conflict)
        #expect(asked.words.contains("Meanwhile this was changed to 52.5, 13.5."))
        #expect((kept.latitude, kept.longitude) == (52.5, 13.5))
        #expect(same.status == .ok)
    }

    @Test("A form that was not saved keeps what was entered when the page is fetched again")
    func enteredTexts() async throws {
        let site = try Site()
        let id = try await place(site, "Home")
        let path = "/map/places/\(id)/edit"
        let opened = try await site.get(path)
        let rejected = try await site.fill(opened, path, ["radius": "5"])

        #expect(!opened.text.contains("data-dirty"))
        #expect(rejected.status == .unprocessableContent)
        #expect(rejected.text.contains("data-dirty=\"true\""))
    }

    @Test("What is no place is not restored", arguments: ["", "x", "[]", "{}", "{\"name\":4}"])
    func badRestore(_ content: String) async throws {
        let site = try Site()
        let id = EntityID(high: 1, low: 2)

        let page = try await site.post("/map/places/\(id)/restore", ["content": content])

        #expect(page.status == .badRequest)
    }

    @Test("A place's visits are in pages, and a missing place is a page")
    func visits() async throws {
        let site = try Site()
        let home = try await place(site, "Home")
        for day in 1...28 {
            let date = day < 10 ? "2026-02-0\(day)" : "2026-02-\(day)"
            for hour in [10, 14] {
                let (start, end) = ("\(date)T\(hour):00:00Z", "\(date)T\(hour + 2):00:00Z")
                try await visit(site, home, start, end)
            }
        }

        let first = try await site.get("/map/places/\(home)")
        let all = try await site.get("/map/places/\(home)?pages=2")

        #expect(first.words.contains("Older visits") && !all.words.contains("Older visits"))
        #expect(try await site.get("/map/places/\(EntityID(high: 1, low: 2))").status == .notFound)
        #expect(try await site.get("/map/places/nonsense").status == .notFound)
        #expect(
            try await site.get("/map/places/\(EntityID(high: 1, low: 2))/edit").status == .notFound
        )
    }

    @Test("A small map of a day is empty without stays")
    func dayMap() async throws {
        let site = try Site()
        let home = try await place(site, "Home")
        try await visit(site, home, "2026-03-04T08:00:00Z", "2026-03-04T10:00:00Z")
        let page = try await site.get("/map?day=2026-03-04")

        // No map asks another server for images.
        #expect(!page.text.contains("<img") && !page.text.contains("http"))
    }
}
