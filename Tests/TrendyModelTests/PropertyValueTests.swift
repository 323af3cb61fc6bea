import Testing
import TrendyModel

@Suite("Property values")
struct PropertyValueTests {
    private func isValid(_ type: String, _ text: String) -> Bool {
        if case .unvalidated = PropertyValue(type: type, value: RawJSON(text)) { return false }
        return true
    }

    @Test(
        "A URL has a scheme and a rest, and a web address has a host",
        arguments: [
            ("a:b", true), ("z:b", true), ("A:b", true), ("mailto:a@b", true),
            ("a+b-c.09:x", true), ("http://x", true), ("HTTPS://x/y?z#w", true), ("a:b:c", true),
            ("", false), ("x", false), (":x", false), ("a:", false), ("1a:x", false),
            ("+a:x", false), ("`:x", false), ("{:x", false), ("a_b:x", false), ("a/b:x", false),
            ("a;b:x", false), ("é:x", false), ("http:x", false), ("http:/x", false),
            ("http://", false), ("https:///x", false), ("a b:c", false), ("a:b c", false),
            ("a:b\n", false), ("a:\u{1}", false),
        ]
    )
    func urls(text: String, isURL: Bool) {
        #expect(isValid("url", text) == isURL)
    }

    @Test(
        "An e-mail address has a local part and a domain",
        arguments: [
            ("a@b", true), ("a.b@c.d", true), ("é@ü", true), ("", false), ("a", false),
            ("@", false), ("@b", false), ("a@", false), ("a@b@c", false), ("a@@b", false),
            ("a@.b", false), ("a@b.", false), ("a @b", false), ("a@b c", false), ("a@b\n", false),
        ]
    )
    func emails(text: String, isEmail: Bool) {
        #expect(isValid("email", text) == isEmail)
    }

    @Test(
        "A series has numbers and gaps only",
        arguments: [
            ("[]", true), ("[1,null,2.5]", true), ("[null]", true), ("[1,\"2\"]", false),
            ("[true]", false), ("1", false), ("{}", false),
        ]
    )
    func series(json: String, isSeries: Bool) {
        let raw = RawJSON(unchecked: json.utf8)
        let value = PropertyValue(type: "series", value: raw)

        #expect(value.json == raw)
        #expect(value.type == "series")
        #expect((value == .unvalidated(type: "series", value: raw)) == !isSeries)
    }

    @Test("A property needs a type; without a value it is null")
    func bag() {
        func bag(_ json: String) -> PropertyBag? {
            PropertyBag(json: RawJSON(unchecked: json.utf8))
        }

        #expect(bag("[]") == nil)
        #expect(bag(#"{"a":1}"#) == nil)
        #expect(bag(#"{"a":{"value":1}}"#) == nil)
        #expect(bag(#"{"a":{"type":1}}"#) == nil)
        #expect(bag(#"{"a":{"type":"text","value":"x"},"b":{}}"#) == nil)
        #expect(bag("{}")?.isEmpty == true)
        let found = bag(#"{"b":{"type":"text"},"a":{"value":1,"type":"number"}}"#)
        #expect(found?.isEmpty == false)
        #expect(found?.keys == ["a", "b"])
        #expect(found?["a"] == .number(1))
        #expect(found?["b"] == .unvalidated(type: "text", value: .null))
        #expect(found?["c"] == nil)
    }

    @Test("Setting a property writes its type and value, and nil removes it")
    func set() {
        var bag = PropertyBag()
        bag["k"] = .select("b")
        #expect(bag.json.description == #"{"k":{"type":"select","value":"b"}}"#)
        bag["k"] = nil
        #expect(bag.isEmpty)
    }
}
