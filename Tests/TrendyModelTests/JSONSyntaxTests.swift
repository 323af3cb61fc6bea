import Testing
import TrendyModel

@Suite("JSON syntax")
struct JSONSyntaxTests {
    private func isAccepted(_ text: String) -> Bool {
        (try? RawJSON(checking: Array(text.utf8))) != nil
    }

    @Test(
        "Every form of RFC 8259 is accepted",
        arguments: [
            "0", "-0", "9", "10", "-1.50", "1e5", "1E+5", "1e-05", "true", "false", "null", "\"\"",
            #""\"\\\/\b\f\n\r\t\u00eF""#, "[]", "{}", " [ ] ", "{ }", "[1,2]", "[[],{}]",
            #"{"a":1,"b":[{}]}"#, "\t\r\n 1 \n", #"{"a" : 1 , "b" : 2}"#, #"{"":0}"#, "\"\u{7F}\"",
        ]
    )
    func accepted(text: String) {
        #expect(isAccepted(text))
    }

    @Test(
        "Every other form is refused",
        arguments: [
            "", " ", "-", "01", "-01", "00", "1.", "1.e5", ".5", "1e", "1e+", "+1", "1.5.5", "1_",
            "tru", "truex", "trux", "True", "fals", "falsy", "nul", "nulL", "nil", "[", "[1", "[1,",
            "[1,]", "[,1]", "[1 2]", "[1,,2]", "{", #"{"a""#, #"{"a"}"#, #"{"a":"#, #"{"a":1"#,
            #"{"a":1,"#, #"{"a":1,}"#, "{,}", #"{"a" 1}"#, #"{"a";1}"#, "{a:1}", "{1:2}",
            #"{a":1}"#, #"{1":2}"#,
            #"{"a":1 "b":2}"#, "[}", "{]", "[1}", #"{"a":1]"#, "1 2", "[] []", "]", "}", ",", ":",
            "\"", "\"a", "'a'", #""\"#, #""\""#, #""\x""#, #""\u12""#, #""\u123g""#, #""\u"#,
            #""\u123"#, #""\U0041""#, "\"\n\"", "\"\t\"", "\u{A0}1", "\u{FEFF}1",
        ]
    )
    func refused(text: String) {
        #expect(!isAccepted(text))
    }

    @Test("A string of any length ends at its quote, and is refused without one")
    func strings() throws {
        for count in 0..<40 {
            let text = String(repeating: "x", count: count)
            #expect(isAccepted("\"\(text)\""))
            #expect(!isAccepted("\"\(text)"))
            #expect(!isAccepted("\"\(text)\\"))
            #expect(!isAccepted("\"\(text)\\\""))
            #expect(!isAccepted("{\"\(text)"))
        }
    }

    @Test("Escapes, control characters and quotes are found at every place of a string")
    func places() throws {
        for before in 0..<20 {
            for after in 0..<12 {
                let start = "\"" + String(repeating: " ", count: before)
                let end = String(repeating: "!", count: after) + "\""
                let escaped = try RawJSON(checking: Array("[\(start)\\n\(end)]".utf8))
                let expected =
                    String(repeating: " ", count: before) + "\n"
                    + String(repeating: "!", count: after)
                #expect(escaped.elements?.first?.string == expected)
                #expect(isAccepted("\(start)#é\u{7F}😀]\(end)"))
                #expect(!isAccepted("\(start)\u{1F}\(end)"))
                #expect(!isAccepted("\(start)\u{0}\(end)"))
                #expect(!isAccepted("\(start)\"\(end)"))
                #expect(!isAccepted("\(start)\\\(end.dropLast())"))
            }
        }
    }

    @Test("Values nest up to the limit, in arrays and in objects")
    func nesting() {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
            let levels = JSONScanner.maximumDepth / (open.count > 5 ? 2 : 1)
            func nested(_ count: Int) -> String {
                String(repeating: open, count: count) + "0" + String(repeating: close, count: count)
            }
            #expect(isAccepted(nested(levels)))
            #expect(!isAccepted(nested(levels + 1)))
        }
        // Containers beside each other do not nest.
        #expect(isAccepted("[\(String(repeating: "[],{},", count: 200))0]"))
    }

    @Test("An error has the offset of the first invalid byte")
    func offsets() {
        func offset(_ text: String) -> Int? {
            do throws(JSONError) {
                _ = try RawJSON(checking: Array(text.utf8))
                return nil
            } catch {
                return error.offset
            }
        }

        #expect(offset("[1,x]") == 3)
        #expect(offset("[1 2]") == 3)
        #expect(offset("  01") == 2)
        #expect(offset("{\"a\";1}") == 4)
        #expect(offset("1 2") == 2)
        #expect(offset("\"abcdefghij\u{1}\"") == 11)
        #expect(offset("[") == 1)
    }

    @Test("Escapes of UTF-16 decode to their characters, and halves of a pair to nothing")
    func surrogates() {
        func decoded(_ text: String) -> String? { RawJSON(unchecked: "\"\(text)\"".utf8).string }

        #expect(decoded(#"\u0041\u00e9\u00E9\u20AC"#) == "Aéé€")
        #expect(decoded(#"\ud800\udc00|\uDBFF\uDFFF"#) == "\u{10000}|\u{10FFFF}")
        #expect(decoded(#"\ud7ff\ue000\uffff\u0000"#) == "\u{D7FF}\u{E000}\u{FFFF}\u{0}")
        #expect(decoded(#"\"\\\/\b\f\n\r\t"#) == "\"\\/\u{8}\u{C}\n\r\t")
        for half in [
            #"\ud800"#, #"\udbffx"#, #"\udc00"#, #"\udfff"#, #"\ud800\ud800"#, #"\ud800\ue000"#,
            #"\ud800\n"#, #"\udc00\ud800"#, #"\"#,
        ] {
            #expect(decoded(half) == nil)
        }
    }

    @Test("Control characters are written as escapes that decode to them")
    func controls() {
        for value in UInt8(0)..<0x20 {
            let text = String(UnicodeScalar(value))
            #expect(RawJSON(text).string == text)
            #expect(RawJSON(text).utf8.allSatisfy { $0 >= 0x20 })
        }
        #expect(RawJSON("\u{9}\u{A}\u{D}").description == #""\t\n\r""#)
        #expect(
            RawJSON("\u{0}\u{F}\u{10}\u{1A}\u{1F}").description
                == #""\u0000\u000f\u0010\u001a\u001f""#
        )
        #expect(RawJSON("\"\\/\u{7F}é").description == "\"\\\"\\\\/\u{7F}é\"")
    }

    @Test("White space between tokens is dropped from documents with line breaks, not from strings")
    func compacted() throws {
        func fields(_ text: String) throws -> [String] {
            try Document(json: RawJSON(checking: Array(text.utf8))).fields.map(\.value.description)
        }

        #expect(
            try fields("{\"a\": {\n\t\"b c\" : \"x \\\" y\\\\\" , \r\n \"d\": [1, 2] }}")
                == [#"{"b c":"x \" y\\","d":[1,2]}"#]
        )
        #expect(try fields("{\"a\":\n[\" \", 1]}") == [#"[" ", 1]"#])
        #expect(try fields("{\"a\":[\n\" \", 1]}") == [#"[" ",1]"#])
        #expect(throws: JSONError.self) { try Document(json: RawJSON(unchecked: "[]".utf8)) }
    }

    @Test("Values of another kind have no text, number, boolean, fields or elements")
    func kinds() {
        let values = ["\"1\"", "1", "-1", "true", "false", "null", "{}", "[]"].map {
            RawJSON(unchecked: $0.utf8)
        }

        #expect(values.map { $0.string != nil } == values.indices.map { $0 == 0 })
        #expect(values.map { $0.number != nil } == values.indices.map { $0 == 1 || $0 == 2 })
        #expect(values.map(\.bool) == [nil, nil, nil, true, false, nil, nil, nil])
        #expect(values.map(\.isNull) == values.indices.map { $0 == 5 })
        #expect(values.map { $0.fields != nil } == values.indices.map { $0 == 6 })
        #expect(values.map { $0.elements != nil } == values.indices.map { $0 == 7 })
    }

    @Test("Whole numbers are written without a fraction as long as they are exact")
    func numbers() {
        func text(_ number: Double) -> String? { JSONNumber(number)?.text }

        #expect(text(0) == "0")
        #expect(text(-0.0) == "-0.0")
        #expect(text(-3) == "-3")
        #expect(text(0.1) == "0.1")
        #expect(text(9_007_199_254_740_991) == "9007199254740991")
        #expect(text(-9_007_199_254_740_991) == "-9007199254740991")
        #expect(text(9_007_199_254_740_992) == "9007199254740992.0")
        #expect(text(.infinity) == nil)
        #expect(text(.nan) == nil)
        #expect(JSONNumber(1.5)?.int64 == nil)
    }

    @Test("The next value is known by its first byte, after white space")
    func peek() {
        func first(_ text: String) -> UInt8? {
            Array(text.utf8).withUnsafeBytes { bytes in
                var scanner = JSONScanner(bytes)
                return scanner.peek()
            }
        }

        #expect(first("[1]") == UInt8(ascii: "["))
        #expect(first(" \t\r\n{") == UInt8(ascii: "{"))
        #expect(first("") == nil)
        #expect(first(" ") == nil)
    }

    @Test("Bytes are compared with ASCII texts over their whole length")
    func ascii() {
        func bytes<Value>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
            Array(text.utf8).withUnsafeBytes(body)
        }

        for (text, starts, equals) in [
            ("", false, false), ("ab", false, false), ("abc", true, true), ("abcd", true, false),
            ("abd", false, false), ("xbc", false, false), ("ABC", false, false),
        ] {
            #expect(bytes(text) { $0.starts(withASCII: "abc") } == starts)
            #expect(bytes(text) { $0.equals("abc") } == equals)
        }
        // What follows the bytes in memory does not count.
        #expect(
            !bytes("abc") { UnsafeRawBufferPointer(rebasing: $0[..<2]).starts(withASCII: "abc") }
        )
        #expect(!bytes("abc") { UnsafeRawBufferPointer(rebasing: $0[..<2]).equals("abc") })
    }

    @Test(
        "The first and last character of each length of UTF-8 are valid",
        arguments: [
            0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x3FFFF,
            0x40000, 0xFFFFF, 0x100000, 0x10FFFF,
        ] as [UInt32]
    )
    func validUTF8(value: UInt32) throws {
        let character = String(try #require(UnicodeScalar(value)))
        for before in 0..<10 {
            let text = String(repeating: "a", count: before) + character
            #expect(firstInvalidUTF8(Array(text.utf8)) == nil)
            #expect(firstInvalidUTF8(Array((text + "b").utf8)) == nil)
            let cut = Array(text.utf8.dropLast())
            #expect(firstInvalidUTF8(cut) == before)
            #expect(firstInvalidUTF8(cut + [0x62]) == before)
            #expect(firstInvalidUTF8(cut + [0xC0]) == before)
        }
    }

    @Test(
        "Overlong forms, surrogates, values beyond Unicode and lone bytes are not UTF-8",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0xC2], [0xE1, 0x80], [0xE1, 0x80, 0x41], [0xF1, 0x80, 0x80], [0xF1, 0x41, 0x80, 0x80],
            [0xC2, 0x41], [0xE1, 0xC0, 0x80], [0xF1, 0x80, 0x41, 0x80], [0xC2, 0x00],
        ] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) {
        for before in 0..<10 {
            let text = [UInt8](repeating: 0x61, count: before) + bytes
            #expect(firstInvalidUTF8(text) == before)
            #expect(firstInvalidUTF8(text + [0x61]) == before)
        }
    }
}
