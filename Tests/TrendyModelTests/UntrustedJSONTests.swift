import Foundation
import Testing
import TrendyModel

@Suite("Untrusted JSON")
struct UntrustedJSONTests {
    private struct Value: Decodable {
        let email: String?
    }

    @Test(
        "Nesting that would crash Foundation's decoder is an error",
        arguments: [0, 63, 64, 65, 511, 512, 513, 514, 2000]
    )
    func nesting(depth: Int) throws {
        let open = String(repeating: "[", count: depth)
        for text in [open, "{\"email\":\(open)", open + String(repeating: "]", count: depth)] {
            #expect(throws: JSONError.self) {
                try UntrustedJSON.decode(Value.self, from: Array(text.utf8))
            }
        }
    }

    @Test("Oversized documents and invalid UTF-8 are errors; a document at the limit is accepted")
    func limits() throws {
        let text = Array("{\"email\":\"a\"}".utf8)
        #expect(
            try UntrustedJSON.decode(Value.self, from: text, maximumBytes: text.count).email == "a"
        )
        #expect(throws: JSONError.self) {
            try UntrustedJSON.decode(Value.self, from: text, maximumBytes: text.count - 1)
        }
        #expect(throws: JSONError.self) {
            try UntrustedJSON.decode(
                Value.self,
                from: Array("{\"email\":\"".utf8) + [0xFF, 0x22, 0x7D]
            )
        }
        let utf16 = try #require("{}".data(using: .utf16LittleEndian))
        #expect(throws: JSONError.self) { try UntrustedJSON.decode(Value.self, from: utf16) }
    }
}
