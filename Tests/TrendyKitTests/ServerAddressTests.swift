import Testing
import TrendyKit
import TrendyModel
import TrendySync

@Suite("Server addresses")
struct ServerAddressTests {
    @Test(
        "An invalid address is rejected with the reason",
        arguments: [
            ("http://127.0.0.1:0", .port), ("http://127.0.0.1:99999", .port),
            ("http://127.0.0.1:65536", .port), ("http://127.0.0.1:-1", .port),
            ("http://127.0.0.1:", .port), ("http://127.0.0.1:+80", .port),
            ("http://h:99999999999999999999", .port), ("http://[::1]:0", .port),
            ("http://", .noHost), ("https://:8080", .noHost), ("http:///x", .noHost),
            ("http://me:secret@h", .user), ("http://h@", .user),
            ("http://[::1", .ipv6), ("http://[::1]x", .ipv6), ("http://::1", .ipv6),
            ("http://[]", .ipv6), ("http://[fe80::1%25eth0]", .ipv6), ("http://[::1]]", .ipv6),
            ("http://a b", .whitespace), (" http://h", .whitespace), ("http://h\r\n", .whitespace),
            ("http://h\u{0}", .whitespace), ("http://h\u{7F}", .whitespace),
            ("http://bücher.example", .international),
            ("http://h\u{202E}", .international), ("http://a..b", .host), ("http://h%41", .host),
            ("http://h,", .host), ("http://.", .host), ("http://h/x", .path),
            ("http://h?q=1", .path), ("http://h#f", .path), ("http://h\\x", .path),
            ("http://h//", .path), ("file:///etc/passwd", .scheme), ("ftp://h", .scheme),
            ("h:8080", .scheme), ("", .scheme), ("://h", .scheme),
        ] as [(String, ServerAddressError.Code)]
    )
    func refused(text: String, code: ServerAddressError.Code) throws {
        let error = #expect(throws: ServerAddressError.self) { try ServerAddress.parse(text) }

        #expect(error?.code == code)
        let message = try ErrorPresenter.text(for: #require(error))
        #expect(message.contains("https://trendy.example"))
        #expect(!message.contains("secret"))
        #expect(ServerAddress(text) == nil)
    }

    @Test(
        "A valid address keeps its form, without a trailing slash",
        arguments: [
            ("http://127.0.0.1:1", "http://127.0.0.1:1", true),
            ("http://127.9.9.9", "http://127.9.9.9", true),
            ("http://localhost:65535/", "http://localhost:65535", true),
            ("http://[::1]:8080", "http://[::1]:8080", true),
            ("HTTPS://Trendy.example", "https://Trendy.example", false),
            ("http://127.evil.example", "http://127.evil.example", false),
            ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example", false),
            ("http://[2001:db8::1]", "http://[2001:db8::1]", false),
            ("http://[::]", "http://[::]", false), ("http://[::2]", "http://[::2]", false),
            ("http://126.255.255.255", "http://126.255.255.255", false),
            ("http://128.0.0.1", "http://128.0.0.1", false),
            ("http://home_server-1.lan", "http://home_server-1.lan", false),
        ]
    )
    func accepted(text: String, form: String, isLoopback: Bool) throws {
        let address = try ServerAddress.parse(text)

        #expect(address.description == form)
        #expect(address.isLoopback == isLoopback)
        #expect(address.isEncrypted == form.hasPrefix("https"))
    }

    @Test("A label of a host has up to 63 bytes, and a host up to 253")
    func lengths() {
        func host(_ labels: Int...) -> ServerAddress? {
            let parts = labels.map { String(repeating: "a", count: $0) }
            return ServerAddress("http://" + parts.joined(separator: "."))
        }

        #expect(host(63) != nil && host(64) == nil)
        #expect(host(63, 63, 63, 61) != nil && host(63, 63, 63, 62) == nil)
    }

    @Test("An error message truncates a long address")
    func bounded() throws {
        let error = #expect(throws: ServerAddressError.self) {
            try ServerAddress.parse("http://" + String(repeating: "a", count: 10_000))
        }

        #expect(error?.code == .host)
        #expect(try ErrorPresenter.text(for: #require(error)).count < 400)
    }
}
