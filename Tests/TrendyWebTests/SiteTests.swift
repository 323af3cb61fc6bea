import HTTPTypes
import Testing

@testable import TrendyWeb

@Suite("The site of the web pages")
struct SiteTests {
    @Test("Each entry of the navigation is a page")
    func navigation() async throws {
        let site = try Site()

        for area in PageArea.allCases {
            let page = try await site.get(area.path.text)

            #expect(page.status == .ok, "\(area)")
            #expect(page.text.contains("aria-current=\"page\">\(area.name)"), "\(area)")
        }
    }

    @Test("A form without the viewer's token, or from another site, changes nothing")
    func forgedForms() async throws {
        let site = try Site()
        let fetch = try #require(HTTPField.Name("Sec-Fetch-Site"))

        #expect(try await site.post("/timeline/log", token: nil).status != .seeOther)
        for path in WebRoutes.all.filter({ $0.method == .post }).map({ route in
            "/" + route.pattern.map { $0.first == "{" ? "x" : String($0) }.joined(separator: "/")
        }) {
            #expect(try await site.post(path, token: nil).status == .forbidden, "\(path)")
            #expect(try await site.post(path, token: "wrong").status == .forbidden, "\(path)")
            #expect(
                try await site.post(path, headers: [fetch: "cross-site"]).status == .forbidden,
                "\(path)"
            )
            #expect(
                try await site.post(path, headers: [.origin: "https://evil.example"]).status
                    == .forbidden,
                "\(path)"
            )
        }
    }

    @Test("No page can be framed, and none runs a script or a style that is not a file of the site")
    func headers() async throws {
        let page = try await Site().get("/")
        let policy = try #require(HTTPField.Name("Content-Security-Policy"))

        #expect(page.headers[policy]?.contains("default-src 'none'") == true)
        #expect(page.headers[policy]?.contains("frame-ancestors 'none'") == true)
        #expect(page.headers[policy]?.contains("unsafe") == false)
        #expect(page.headers[.cacheControl] == "no-store")
        #expect(!page.text.contains(" style=") && !page.text.contains("<script>"))
    }

    @Test("Style sheet and scripts are kept by their hash")
    func assets() async throws {
        let site = try Site()
        let page = try await site.get("/")
        let paths = page.text.matches(of: /(?:href|src)="(\/assets\/[^"]+)"/).map(\.output.1)

        #expect(paths.count >= 3)
        for path in paths {
            let file = try await site.get(String(path))
            #expect(file.status == .ok)
            #expect(file.headers[.cacheControl]?.contains("immutable") == true)
        }
    }

    @Test("An unknown page says so and keeps the navigation")
    func unknown() async throws {
        let page = try await Site().get("/nothing")

        #expect(page.status == .notFound)
        #expect(page.text.contains("</nav>"))
    }
}
