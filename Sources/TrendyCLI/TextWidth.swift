/// Measures text in the columns of a terminal.
///
/// Follows Unicode's East Asian Width (https://www.unicode.org/reports/tr11/) for the blocks that
/// are wide as a whole, and counts emoji as two columns and combining marks as none. Terminals
/// differ for a few characters, so tables can be off by a column there.
enum TextWidth {
    /// The columns that a text takes; controls count as none.
    static func columns(_ text: some StringProtocol) -> Int {
        text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            ? text.utf8.count : text.reduce(0) { $0 + columns($1) }
    }

    /// The text, cut to a number of columns with an ellipsis where it is wider.
    static func truncated(_ text: String, to limit: Int) -> String {
        guard columns(text) > limit else { return text }
        var cut = ""
        var width = 0
        for character in text {
            let next = columns(character)
            guard width + next <= limit - 1 else { break }
            cut.append(character)
            width += next
        }
        return cut + "…"
    }

    private static func columns(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return isWide(first) ? 2 : 1
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}
