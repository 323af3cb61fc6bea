import Testing
import TrendyModel
import TrendyWire

@testable import TrendySync

@Suite("Parsing response headers and event streams")
struct AnswerParserTests {
    private let now = Instant(seconds: 784_111_777)

    @Test(
        "A Retry-After value is clamped to 0…3600 s",
        arguments: [
            ("0", 0), ("7", 7), ("3601", 3600), ("-1", 0), ("9223372036854775807", 3600),
            ("99999999999999999999999", 3600), ("-99999999999999999999999", 0),
            ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 3600), ("", nil), ("-", nil), ("soon", nil),
            ("1.5", nil), ("0x10", nil), ("Sun, 06 Nov 99999999999999999999 08:50:37 GMT", nil),
            ("Sun, -6 Nov 1994 08:50:37 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
            ("Sun, 06 Nov 1994 -1:9223372036854775807:00 GMT", nil),
        ] as [(String, Int64?)]
    )
    func retryAfter(text: String, seconds: Int64?) {
        #expect(RetryAfter.parse(text, now: now) == seconds.map { .seconds($0) })
    }

    @Test(
        "A date in IMF-fixdate format is parsed; other zones and impossible times are not dates",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sun, 06 Nov 1994 08:49:38 GMT", 1),
            ("Sun, 06 Nov 1994 00:00:00 GMT", -31_777), ("Sun, 06 Nov 1994 23:59:59 GMT", 54_622),
            // A leap second is the first second of the next minute.
            ("Sun, 06 Nov 1994 23:59:60 GMT", 54_623), ("Mon, 07 Nov 1994 00:00:00 GMT", 54_623),
            ("Sat, 31 Dec 1994 08:49:37 GMT", 55 * 86_400),
            ("Thu, 06 Jan 1994 08:49:37 GMT", -304 * 86_400),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 252_618_189_022),
            ("Fri, 31 Dec 9999 23:59:60 GMT", nil), ("Sun, 06 Nov 1994 08:49:61 GMT", nil),
            ("Sun, 06 Nov 1994 08:60:37 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37 UTC", nil), ("Sun, 06 Nov 1994 08:49:37 PST", nil),
            ("Sun, 06 Nov 1994 08:49:37", nil), ("Sun, 06 Nov 1994 08:49:37 GMT GMT", nil),
            ("Sun, 06 Nov 1994 08:49 GMT", nil), ("Sun, 06 Nov 1994 08:49:37:00 GMT", nil),
            ("Sun, 31 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 nov 1994 08:49:37 GMT", nil),
            ("Sun, 00 Nov 1994 08:49:37 GMT", nil),
        ] as [(String, Int64?)]
    )
    func date(text: String, seconds: Int64?) {
        #expect(HTTPDate.parse(text) == seconds.map { now + .seconds($0) })
    }

    @Test("An event of exactly 64 KiB is complete, and one byte more is an error")
    func longestEvent() throws {
        let longest = "data:" + String(repeating: "y", count: EventStreamDecoder.maximumBytes - 5)
        var decoder = EventStreamDecoder()
        var longer = EventStreamDecoder()

        let events = try decoder.decode(Array((longest + "\n\n").utf8))

        #expect(events.map(\.count) == [EventStreamDecoder.maximumBytes - 5])
        #expect(throws: JSONError.self) { _ = try longer.decode(Array((longest + "y").utf8)) }
    }

    @Test("An event or a line is cut off at 64 KiB, whatever it consists of")
    func longEvents() throws {
        for line in [
            "x", "data:x\n", "data:\n", "data\n", "data:" + String(repeating: "y", count: 9),
        ] {
            var decoder = EventStreamDecoder()
            let piece = Array(String(repeating: line, count: 70_000).utf8)

            #expect(throws: JSONError.self) { _ = try decoder.decode(piece) }
        }
        var decoder = EventStreamDecoder()
        // Comments and blank lines form no event and must take no memory.
        let quiet = Array(String(repeating: ": ping\n\n", count: 100_000).utf8)
        #expect(try decoder.decode(quiet).isEmpty)
    }

    @Test("Lines of an event are joined, for every line ending and chunk size")
    func joined() throws {
        let text = "data: a\r\ndata:b\rdata\n\nid: 7\ndata: c\n\n"
        for size in [1, 2, 100] {
            var decoder = EventStreamDecoder()
            var events: [String] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                events += try decoder.decode(Array(rest.prefix(size))).map {
                    String(decoding: $0, as: UTF8.self)
                }
                rest = rest.dropFirst(size)
            }
            #expect(events == ["a\nb\n", "c"])
        }
    }

    @Test("A failure quotes at most a few lines of the server's text")
    func bounded() {
        let long = String(repeating: "x", count: 100_000)
        var problem = Problem(
            .validation,
            detail: long,
            errors: (0..<1000).map { _ in FieldError(code: long, field: long, message: long) }
        )
        problem.userMessage = long

        #expect(SyncFailure(problem).description.count < 1100)
        #expect(problem.reasonForPeople.count <= Problem.maximumReasonLength + 1)
        problem.type = long
        #expect(SyncFailure(problem).description.count < 1100)
    }
}
