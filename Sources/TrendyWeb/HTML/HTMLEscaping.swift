/// Escapes text for the content and the attribute values of a page.
///
/// Source: [HTML, section 13.3](https://html.spec.whatwg.org/multipage/parsing.html#escapingString);
/// control characters, which a page must not contain, become U+FFFD.
enum HTMLEscaping {
    static func append(_ text: String, to markup: inout String) {
        var start = text.utf8.startIndex
        var index = start
        let end = text.utf8.endIndex
        while index != end {
            let byte = text.utf8[index]
            let next = text.utf8.index(after: index)
            if let replacement = replacement(of: byte) {
                markup += text[start..<index]
                markup += replacement
                start = next
            }
            index = next
        }
        markup += text[start..<end]
    }

    private static func replacement(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case 0...8, 0xB, 0xC, 0xE...0x1F, 0x7F: "\u{FFFD}"
        default: nil
        }
    }
}
