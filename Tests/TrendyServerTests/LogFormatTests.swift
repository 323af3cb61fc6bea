import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing
import TrendyModel
import TrendyServer

@Suite("The format of log lines")
struct LogFormatTests {
    private func line(_ format: LogFormat, _ body: (Logger) -> Void) throws -> String {
        let log = RecordedLog()
        body(log.logger(format: format))
        return try #require(log.lines.first)
    }

    @Test("A JSON line has the time, level, label, message and sorted metadata")
    func json() throws {
        let line = try line(.json) {
            $0.warning("Full", metadata: ["b": "2", "a": .array(["x", .dictionary(["k": "v"])])])
        }

        #expect(
            line == """
                {"time":"2026-09-21T14:13:20.000Z","level":"warning","label":"test",\
                "message":"Full","metadata":{"a":["x",{"k":"v"}],"b":"2"}}

                """
        )
    }

    @Test("A message cannot end a JSON line or its strings")
    func hostileJSON() throws {
        let text = "a\"\\\n\r\u{1B}[31m\u{0}\u{2028}é"
        let line = try line(.json) { $0.info("\(text)", metadata: ["\(text)": "\(text)"]) }

        #expect(line.utf8.filter { $0 == 0x0A }.count == 1)
        #expect(!line.contains("\u{1B}"))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["message"] as? String == text)
        #expect((object?["metadata"] as? [String: String])?[text] == text)
    }

    @Test("Text lines escape control characters, line separators and direction marks")
    func hostileText() throws {
        let line = try line(.text) {
            $0.info("a\n\u{1B}[31m\u{9B}\u{2028}\u{202E}é", metadata: ["k": "v\r\n"])
        }

        #expect(
            line == "2026-09-21T14:13:20.000Z info test: "
                + "a\\n\\u{1b}[31m\\u{9b}\\u{2028}\\u{202e}é k=v\\r\\n\n"
        )
    }

    @Test("The log line of a failed request contains its request id")
    func requestID() async throws {
        let fixture = try await ServerFixture()
        try await fixture.store.close()
        let log = RecordedLog()
        var application = fixture.application
        application.logger = log.logger(format: .json)

        try await application.test(.router) { client in
            _ = try await client.executeRequest(
                uri: "/ready",
                method: .get,
                headers: [.requestID: "request-7"],
                body: nil
            )
        }

        let line = try #require(log.lines.first { $0.contains("\"level\":\"error\"") })
        #expect(line.contains("\"request_id\":\"request-7\""))
    }
}
