import Foundation
import Testing
import TrendyModel

@Suite("JSON")
struct JSONTests {
    @Test("Integers beyond 2^53 keep every digit")
    func bigIntegers() throws {
        for text in ["9007199254740993", "9223372036854775807", "-9223372036854775808"] {
            let raw = try RawJSON(checking: Array(text.utf8))
            #expect(raw.number?.int64 == Int64(text))
            #expect(RawJSON(try #require(Int64(text))).description == text)
        }
        let beyond = try RawJSON(checking: Array("123456789012345678901234567890.5".utf8))
        #expect(beyond.number?.text == "123456789012345678901234567890.5")
    }

    @Test("Numbers decode to the same double")
    func doubles() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<5000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else {
                #expect(RawJSON(value).isNull)
                continue
            }
            let raw = try RawJSON(checking: RawJSON(value).utf8)
            #expect(raw.number?.double == value)
        }
    }

    @Test("Strings keep their normalization, control characters and characters beyond the BMP")
    func strings() throws {
        for text in ["caf\u{E9}", "cafe\u{301}", "\"\\/\u{8}\u{c}\n\r\t\u{0}", "👩‍👩‍👧‍👦", "\u{2028}"] {
            let read = try #require(RawJSON(checking: RawJSON(text).utf8).string)
            #expect(Array(read.utf8) == Array(text.utf8))
        }
        #expect(RawJSON(unchecked: #""\ud83d\ude00\u00e9""#.utf8).string == "😀é")
        #expect(RawJSON(unchecked: #""\ud83d""#.utf8).string == nil)
    }

    @Test("The scanner accepts and refuses the same texts as Foundation")
    func conformance() throws {
        var random = SplitMix64(seed: 6)
        let seeds = [
            #"{"a":[1,2.5e-3,true,false,null,"x\n\u00e9"],"b":{"c":{}}}"#, "[]", "[[[]]]", "0",
            "-0.0", "1e5", #""""#, " [ 1 , 2 ] ",
        ]
        let alphabet = Array(#"{}[]",:\0123eE+-.tfnu "#.utf8)
        for _ in 0..<20_000 {
            var bytes = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            let ours = (try? RawJSON(checking: bytes)) != nil
            let theirs =
                (try? JSONSerialization.jsonObject(
                    with: Data(bytes),
                    options: .fragmentsAllowed
                )) != nil
            // Foundation accepts numbers and trailing commas that RFC 8259 forbids.
            if ours != theirs {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(isFoundationQuirk(text), "\(text): ours \(ours), Foundation's \(theirs)")
            }
        }
    }

    private func isFoundationQuirk(_ text: String) -> Bool {
        text.contains(/,\s*[\]}]/) || text.contains(/[0-9][eE+\-.0-9]/) || text.contains(/\\u/)
            || text.contains("-")
    }

    @Test("Excessive nesting is refused without a crash")
    func depth() {
        let deep = Array(repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(throws: JSONError.self) { try RawJSON(checking: deep) }
    }

    @Test(
        "Invalid UTF-8 is refused",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
        ] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try RawJSON(checking: bytes) }
    }

    @Test("A document sorts its fields by their bytes and keeps each name once")
    func order() throws {
        let document = try Document(
            json: RawJSON(checking: Array(#"{"b":1,"a":2,"b":3,"é":4,"e\u0301":5}"#.utf8))
        )

        #expect(document.fields.map(\.name.utf8.count) == [1, 1, 3, 2])
        #expect(document["b"]?.description == "3")
        #expect(document["\u{E9}"]?.description == "4")
        #expect(document["e\u{301}"]?.description == "5")
    }

    @Test("Applying the changes between two documents gives the second document")
    func changes() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let old = randomDocument(&random)
            let new = randomDocument(&random)
            #expect(old.applying(new.changes(from: old)) == new)
            #expect(new.changes(from: new).isEmpty)
        }
    }

    @Test("A document of many fields in any order keeps the last value of each name")
    func manyFields() {
        var random = SplitMix64(seed: 8)
        for count in [1, 2, 50, 3000] {
            let fields = (0..<count).map { place in
                Document.Field(
                    name: String(Int.random(in: 0..<count, using: &random), radix: 36),
                    value: RawJSON(Int64(place))
                )
            }
            let last = Dictionary(
                fields.map { ($0.name, $0.value) },
                uniquingKeysWith: { $1 }
            )
            let descending = last.keys.sorted(by: >).map {
                Document.Field(name: $0, value: .null)
            }

            let document = Document(fields)

            #expect(document.fields.map(\.name) == last.keys.sorted())
            #expect(document.fields.allSatisfy { last[$0.name] == $0.value })
            #expect(Document(descending).fields.map(\.name) == last.keys.sorted())
        }
    }

    @Test("A change of many fields equals the changes of its fields one after the other")
    func manyChanges() {
        var random = SplitMix64(seed: 9)
        for _ in 0..<50 {
            let old = wideDocument(&random, hasNulls: false)
            let change = wideDocument(&random, hasNulls: true)
            var new = old
            for field in change.fields { new[field.name] = field.value.isNull ? nil : field.value }

            #expect(old.applying(change) == new)
            #expect(old.applying(new.changes(from: old)) == new)
            #expect(Document().applying(new) == new)
            #expect(new.changes(from: Document()) == new)
        }
    }

    private func wideDocument(_ random: inout SplitMix64, hasNulls: Bool) -> Document {
        Document(
            (0..<200).map { _ in
                let value = Int64.random(in: 0...3, using: &random)
                return Document.Field(
                    name: String(Int.random(in: 0..<400, using: &random), radix: 36),
                    value: hasNulls && value == 0 ? .null : RawJSON(value)
                )
            }
        )
    }

    private func randomDocument(_ random: inout SplitMix64) -> Document {
        Document(
            (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Document.Field(
                    name: String("abcdef".randomElement(using: &random) ?? "a"),
                    value: RawJSON(Int64.random(in: 0...3, using: &random))
                )
            }
        )
    }
}
