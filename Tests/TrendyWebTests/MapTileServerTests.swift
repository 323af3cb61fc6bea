import Testing

@testable import TrendyWeb

@Suite("Servers of map images")
struct MapTileServerTests {
    private func server(_ template: String) throws -> MapTileServer {
        try MapTileServer(template: template, attribution: "© contributors")
    }

    @Test(
        "The address of an image and its origin",
        arguments: [
            (
                "https://tiles.example.org/{z}/{x}/{y}.png", "https://tiles.example.org",
                "https://tiles.example.org/12/2200/1343.png"
            ),
            (
                "https://Tiles.Example.org:8443/a/{y}/{x}?zoom={z}&key=a%20b",
                "https://tiles.example.org:8443",
                "https://tiles.example.org:8443/a/1343/2200?zoom=12&key=a%20b"
            ),
            (
                "http://127.0.0.1:9000/{z}/{x}/{y}", "http://127.0.0.1:9000",
                "http://127.0.0.1:9000/12/2200/1343"
            ),
            (
                "http://localhost/{z}/{x}/{y}", "http://localhost",
                "http://localhost/12/2200/1343"
            ),
            ("http://[::1]:80/{z}/{x}/{y}", "http://[::1]:80", "http://[::1]:80/12/2200/1343"),
        ]
    )
    func accepted(template: String, origin: String, address: String) throws {
        let server = try server(template)

        #expect(server.origin == origin)
        #expect(server.address(zoom: 12, column: 2200, row: 1343) == address)
    }

    @Test(
        "Another template is refused, and the reason is named",
        arguments: [
            ("", "address"), ("tiles.example.org/{z}/{x}/{y}", "address"),
            ("ftp://a.example/{z}/{x}/{y}", "address"),
            ("https://user:pass@a.example/{z}/{x}/{y}", "address"),
            ("https://a.example;script-src/{z}/{x}/{y}", "address"),
            ("https://*.example/{z}/{x}/{y}", "address"),
            ("https://a.example/{z}/{x}/{y} x", "address"),
            ("https://a.example/{z}/{x}/{y}\u{E9}", "address"),
            ("https://a.example", "address"), ("https://{x}.example/{z}/{y}", "address"),
            ("http://a.example/{z}/{x}/{y}", "https"), ("http://10.0.0.1/{z}/{x}/{y}", "https"),
            ("http://127.0.0.1.example/{z}/{x}/{y}", "https"),
            ("https://a.example:0/{z}/{x}/{y}", "port"),
            ("https://a.example:70000/{z}/{x}/{y}", "port"),
            ("https://a.example/{z}/{x}.png", "{y}"), ("https://a.example/{x}/{y}", "{z}"),
            ("https://a.example/{z}/{y}/", "{x}"), ("https://a.example/{z}/{z}/{x}/{y}", "{z}"),
            ("https://a.example/{s}/{z}/{x}/{y}", "{s}"),
            ("https://a.example/{z}/{x}/{y}{r}", "{r}"),
            ("https://a.example/{z}/{x}/{-y}", "{y}"), ("https://a.example/{}/{z}/{x}/{y}", "{}"),
            ("https://a.example/{z}/{x}/{y}}", "braces"),
            ("https://a.example/{{z}/{x}/{y}", "braces"),
            ("https://a.example/{z}/{x}/{y}#a", "braces"),
            ("https://a.example/{z}/{x}/{y}\"", "braces"),
        ]
    )
    func refused(template: String, reason: String) {
        let problem = #expect(throws: MapTileServer.Problem.self) { try server(template) }
        #expect(problem?.description.contains(reason) == true, "\(problem?.description ?? "")")
    }

    @Test("An attribution is one line of text", arguments: ["", "  ", "a\nb", "\u{7F}"])
    func attribution(text: String) {
        #expect(throws: MapTileServer.Problem.self) {
            try MapTileServer(template: "https://a.example/{z}/{x}/{y}", attribution: text)
        }
    }
}
