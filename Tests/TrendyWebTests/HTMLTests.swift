import Testing

@testable import TrendyWeb

@Suite("HTML")
struct HTMLTests {
    @Test(
        "Text is escaped in content and in attributes",
        arguments: [
            "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='x", "&lt;",
        ]
    )
    func escaping(_ text: String) {
        let html = tag(.p, .title(text)) { text }.markup

        #expect(!html.dropFirst(2).contains(text))
        #expect(!html.contains("<script") && !html.contains("<img") && !html.contains("' "))
    }

    @Test("Elements without content have no end tag, and flags no value")
    func void() {
        let html = tag(.input, .name("a"), .flag(.required), .flag(.disabled, false)).markup

        #expect(html == "<input name=\"a\" required>")
    }

    @Test("Control characters, which HTML does not allow, are replaced")
    func controlCharacters() {
        #expect(HTML(text: "a\u{0}b\u{1B}c\n").markup == "a\u{FFFD}b\u{FFFD}c\n")
    }

    @Test("Numbers of drawings are short and have no exponent")
    func numbers() {
        let texts = [0, 1, -0.5, 1234.5678, 0.0004, 1e300, .nan].map(HTMLAttribute.text(of:))

        #expect(texts == ["0", "1", "-0.5", "1234.568", "0", "1000000000000", "0"])
    }

    @Test(
        "A path to return to stays on this site",
        arguments: [
            "//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "",
            "/a\nb", "evil",
        ]
    )
    func localPaths(_ text: String) {
        #expect(WebPath(local: text) == nil)
        #expect(WebPath(local: "/timeline?day=2026-01-02")?.text == "/timeline?day=2026-01-02")
    }

    @Test("Parts and values of a path are encoded")
    func paths() {
        let path = WebPath(parts: ["a b", "ü/"], ["q": "x&y=z", "none": nil])

        #expect(path.text == "/a%20b/%C3%BC%2F?q=x%26y%3Dz")
    }
}
