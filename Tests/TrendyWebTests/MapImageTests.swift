import HTTPTypes
import Testing
import TrendyModel

@testable import TrendyWeb

@Suite("Images and routes on the map pages")
struct MapImageTests {
    private func site(
        email: String? = "ada@example.org",
        place: WebPlace = .device
    ) throws -> Site {
        let tiles = try MapTileServer(
            template: "https://tiles.example.org/{z}/{x}/{y}.png",
            attribution: "© <Contributors>"
        )
        return try Site(mapTiles: tiles) { viewer in
            viewer.email = email
            viewer.place = place
        }
    }

    private func policy(_ page: Site.Page) throws -> String {
        let name = try #require(HTTPField.Name("Content-Security-Policy"))
        return try #require(page.headers[name])
    }

    /// The cookie that a browser sends after turning the images on.
    private func consent(_ site: Site) async throws -> HTTPFields {
        let answer = try await site.post("/map/images", ["on": "1"])
        let line = try #require(answer.headers[.setCookie])
        return [.cookie: String(line.prefix { $0 != ";" })]
    }

    /// Stores a run with a route of some positions, in the order of the keys.
    private func run(
        _ site: Site,
        _ start: String = "2026-03-04T08:00:00Z",
        _ positions: [(Double, Double)] = [(52.5, 13.4), (52.51, 13.4), (52.51, 13.42)]
    ) async throws -> EntityID {
        try await site.recordRun(
            at: #require(Instant(rfc3339: start)),
            line: EncodedPolyline.encode(
                positions.map { latitude, longitude in
                    PolylinePoint(
                        latitude: Int((latitude * 100_000).rounded()),
                        longitude: Int((longitude * 100_000).rounded())
                    )
                }
            )
        )
    }

    // MARK: Images

    @Test("Without a server of images, a map has none and does not offer any")
    func off() async throws {
        let site = try Site()

        let page = try await site.get("/map?lat=52.5&lon=13.4&zoom=12")

        #expect(!page.text.contains("<image") && !page.text.contains("/map/images"))
        #expect(page.words.contains("loads no images"))
        #expect(try policy(page).contains("img-src 'self' data:;"))
        #expect(try await site.post("/map/images", ["on": "1"]).status == .notFound)
    }

    @Test("Images are off until the viewer turns them on; then only their origin is allowed")
    func optIn() async throws {
        let site = try site()
        let path = "/map?lat=52.52&lon=13.405&zoom=12"
        let before = try await site.get(path)

        let turnedOn = try await site.post("/map/images", ["on": "1", "back": path])
        let cookie = try await consent(site)
        let after = try await site.get(path, headers: cookie)

        #expect(!before.text.contains("<image") && !before.text.contains("https://"))
        #expect(try policy(before).contains("img-src 'self' data:;"))
        #expect(before.words.contains("Show map images"))
        #expect(before.words.contains("tiles.example.org, which would learn"))
        #expect(turnedOn.status == .seeOther && turnedOn.headers[.location] == path)
        #expect(turnedOn.headers[.setCookie]?.contains("HttpOnly; SameSite=Strict") == true)
        #expect(try policy(after).contains("img-src 'self' data: https://tiles.example.org;"))
        #expect(after.text.contains("href=\"https://tiles.example.org/12/2200/1343.png\""))
        #expect(after.text.contains("referrerpolicy=\"no-referrer\""))
        #expect(after.words.contains("© <Contributors>"))
        #expect(after.words.contains("Hide map images"))
        // Pages without a map need no images of others.
        #expect(try await policy(site.get("/devices", headers: cookie)).contains("data:;"))
        #expect(try await site.post("/map/images", token: nil).status == .forbidden)
    }

    @Test("One click turns images off again, and another site is no page to return to")
    func optOut() async throws {
        let site = try site()

        let answer = try await site.post(
            "/map/images",
            ["on": "0", "back": "https://evil.example/"]
        )

        #expect(answer.headers[.location] == "/map")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.contains("trendy-map-images=; Path=/; Max-Age=0;"))
    }

    @Test("The choice is that of one account for one server, and secure on a server")
    func cookie() async throws {
        let site = try site(place: .server)
        let cookie = try await consent(site)
        let other = try self.site(email: "bob@example.org")
        let forged: HTTPFields = [.cookie: "trendy-map-images=1"]

        #expect(try await site.get("/map", headers: cookie).text.contains("<image"))
        #expect(try await !other.get("/map", headers: cookie).text.contains("<image"))
        #expect(try await !site.get("/map", headers: forged).text.contains("<image"))
        #expect(
            try await site.post("/map/images", ["on": "1"]).headers[.setCookie]?
                .hasSuffix("; Secure") == true
        )
    }

    @Test("The form of a place and a day have images as well")
    func otherMaps() async throws {
        let site = try site()
        let cookie = try await consent(site)
        _ = try await run(site)

        for path in ["/map/places/new?lat=52.5&lon=13.4", "/timeline?day=2026-03-04"] {
            let page = try await site.get(path, headers: cookie)

            #expect(page.text.contains("<image"), "\(path)")
            #expect(page.words.contains("© <Contributors>"), "\(path)")
            #expect(try policy(page).contains("https://tiles.example.org;"), "\(path)")
        }
    }

    // MARK: Routes

    @Test("A workout's route is a line on the map, and an entry in the list below")
    func routes() async throws {
        let site = try Site()
        let id = try await run(site)

        let page = try await site.get("/map")
        let day = try await site.get("/map?day=2026-03-04")
        let timeline = try await site.get("/timeline?day=2026-03-04")
        let before = try await site.get("/map?day=2026-03-02")

        for shown in [page, day] {
            #expect(shown.text.contains("<polyline class=\"route\""))
            #expect(shown.text.contains("href=\"/timeline/\(id)\""))
            #expect(shown.words.contains("Routes Running"), "\(shown.words)")
            #expect(shown.words.contains("Route of a workout"))
        }
        #expect(timeline.text.contains("<polyline class=\"route\""))
        #expect(!before.text.contains("class=\"route\"") && !before.words.contains("Routes"))
        // The text of the line is for maps only.
        #expect(!timeline.text.contains("route_line") && !day.text.contains("route_line"))
    }

    @Test("A map of many long routes is small, and says that it lists not all")
    func many() async throws {
        let site = try Site()
        for index in 0..<60 {
            let hour = index < 30 ? 1 : 13
            let positions = (0..<500).map { point in
                let angle = Double(point) / 4
                return (52.5 + Double(point % 25) * 0.004, 13.4 + (Double(index) + angle) * 0.001)
            }
            let day = index % 4 < 3 ? "03" : "02"
            let time = "\(hour < 10 ? "0" : "")\(hour):00:\(10 + index % 50)"
            _ = try await run(site, "2026-03-\(day)T\(time)Z", positions)
        }

        let page = try await site.get("/map")

        #expect(page.text.utf8.count < 200_000, "\(page.text.utf8.count)")
        #expect(page.text.contains("<polyline class=\"route\""))
        #expect(page.words.contains("10 more routes are not in this list."))
    }

    @Test(
        "A damaged line, or one of a single point, is no line",
        arguments: ["", "x", "_p~iF~ps|U_ulLnnqC_mqNvxq`", "<script>", "??"]
    )
    func damaged(line: String) async throws {
        let site = try Site()
        _ = try await site.recordRun(
            at: #require(Instant(rfc3339: "2026-03-04T08:00:00Z")),
            line: line
        )

        let page = try await site.get("/map?day=2026-03-04")

        #expect(page.status == .ok && !page.text.contains("<polyline class=\"route\""))
        #expect(!page.text.contains("<script>"))
    }
}
