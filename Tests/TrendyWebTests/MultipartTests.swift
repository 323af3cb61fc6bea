import Testing

@testable import TrendyWeb

@Suite("Forms with files")
struct MultipartTests {
    private let body = Array(
        ("--x7\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n"
            + "--x7\r\nContent-Disposition: form-data; name=\"file\"; filename=\"C:\\a\\tr ip.gpx\""
            + "\r\nContent-Type: application/gpx+xml\r\n\r\n<gpx>\r\n--x\r\n-\r\n</gpx>\r\n"
            + "--x7\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n"
            + "--x7--\r\n").utf8
    )

    /// The parts of a body that arrives in pieces; `nil` when it is malformed.
    private func split(
        _ body: [UInt8],
        pieces: Int,
        _ type: String = "multipart/form-data; boundary=x7"
    ) -> [(MultipartHead, String)]? {
        guard var reader = MultipartReader(contentType: type) else { return nil }
        var parts: [(MultipartHead, String)] = []
        var ends = 0
        var start = 0
        while start < body.count {
            let end = min(body.count, start + pieces)
            guard let events = try? reader.take(Array(body[start..<end])) else { return nil }
            for event in events {
                switch event {
                case .part(let head): parts.append((head, ""))
                case .content(let bytes):
                    parts[parts.count - 1].1 += String(decoding: bytes, as: UTF8.self)
                case .end: ends += 1
                }
            }
            start = end
        }
        return reader.isComplete && ends == parts.count ? parts : nil
    }

    @Test("A form is read equally in pieces of any size", arguments: [1, 2, 3, 7, 64, 10_000])
    func pieces(_ size: Int) throws {
        let parts = try #require(split(body, pieces: size))

        #expect(parts.map(\.0.name) == ["note", "file", "empty"])
        #expect(parts.map(\.0.fileName) == [nil, "tr ip.gpx", nil])
        #expect(parts.map(\.1) == ["hello", "<gpx>\r\n--x\r\n-\r\n</gpx>", ""])
    }

    @Test("A form that is cut off anywhere is not complete")
    func cutOff() {
        for length in 0..<(body.count - 2) {
            #expect(split(Array(body.prefix(length)), pieces: 13) == nil, "\(length)")
        }
    }

    @Test("Damaged bytes never trap, and memory stays bounded")
    func damaged() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var bytes = body
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: index)
                default: bytes.insert(contentsOf: Array("\r\n--x7".utf8), at: index)
                }
            }
            _ = split(bytes, pieces: Int.random(in: 1...50, using: &generator))
        }
    }

    @Test("Heads, parts and boundaries beyond the limits are refused")
    func limits() throws {
        let long = Array("--x7\r\nX: ".utf8) + [UInt8](repeating: 0x61, count: 9000)
        let many =
            Array(String(repeating: "--x7\r\n\r\n\r\n", count: 30).utf8) + Array("--x7--".utf8)
        let noise = [UInt8](repeating: 0x61, count: 10_000)

        #expect(split(long, pieces: 100) == nil)
        #expect(split(many, pieces: 100) == nil)
        #expect(split(noise, pieces: 100) == nil)
        let boundary = String(repeating: "b", count: 71)
        for type in [
            "multipart/form-data", "text/plain; boundary=x", "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\(boundary)", "multipart/mixed; boundary=x7", "",
        ] {
            #expect(MultipartReader(contentType: type) == nil, "\(type)")
        }
        #expect(MultipartReader(contentType: "Multipart/Form-Data; Boundary=\"x7\"") != nil)
    }

    @Test("Names that browsers encode are decoded")
    func names() {
        let head = MultipartHead(
            "Content-Disposition: form-data; name=\"file\"; filename=\"a%22b/..\\\u{fc}.zip\""
        )

        #expect(head == MultipartHead(name: "file", fileName: "\u{fc}.zip"))
    }
}
