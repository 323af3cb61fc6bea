import Foundation

/// What a person looks for among events: words in what they wrote and in the names of types, and
/// where events came from.
///
/// Case and diacritics make no difference; each word must be found somewhere, in any text of the
/// event. It looks at an event's content in place, since most events that it sees are not wanted.
public struct EventSearch: Sendable {
    /// Words that are looked for, at most; more are left out.
    public static let maximumWords = 16

    /// A word, ready to be compared.
    private struct Word: Sendable {
        let utf8: [UInt8]
        let isASCII: Bool
    }

    private let words: [Word]
    /// The words that the name of each type has, a bit for each; types without any are absent.
    private let wordsOfTypes: [EntityID: UInt32]
    private let sources: Set<SourceType>?
    private var all: UInt32 { (1 << UInt32(words.count)) - 1 }

    /// A search.
    ///
    /// - Parameters:
    ///   - text: the words; empty for any text.
    ///   - types: the names of the event types.
    ///   - sources: where an event may come from; `nil` for anywhere.
    public init(text: String = "", types: [EntityID: String] = [:], sources: Set<SourceType>? = nil)
    {
        let folded = Self.folded(text).split(whereSeparator: \.isWhitespace)
        words = folded.prefix(Self.maximumWords).map { word in
            Word(utf8: Array(word.utf8), isASCII: word.utf8.allSatisfy { $0 < 0x80 })
        }
        var wordsOfTypes: [EntityID: UInt32] = [:]
        for (id, name) in types {
            let name = Array(Self.folded(name).utf8)
            var found: UInt32 = 0
            for (index, word) in words.enumerated()
            where name.withUnsafeBytes({ Self.contains($0, word.utf8) }) {
                found |= 1 << UInt32(index)
            }
            if found != 0 { wordsOfTypes[id] = found }
        }
        self.wordsOfTypes = wordsOfTypes
        self.sources = sources
    }

    /// Whether it lets everything through.
    public var isEmpty: Bool { words.isEmpty && sources == nil }

    /// Whether an event is wanted; one that is damaged is not.
    public func matches(_ content: RawJSON) -> Bool {
        content.utf8.withUnsafeBytes { matches(content: $0) }
    }

    /// Whether the event of a content's bytes is wanted; one that is damaged is not.
    ///
    /// - `type`: its type, when it is known already: most events are then passed over without
    ///   being taken apart.
    public func matches(content: UnsafeRawBufferPointer, type: EntityID? = nil) -> Bool {
        if let type, !mayMatch(content, type) { return false }
        var found: UInt32 = 0
        var isFromSource = sources == nil
        var scanner = JSONScanner(content)
        do throws(JSONError) {
            try scanner.beginObject()
            while let key = try scanner.nextKey() {
                let name = scanner.slice(key)
                let value = scanner.slice(try scanner.skipValue())
                if name.equals("event_type_id") {
                    let type = unquoted(value).flatMap { EntityID(utf8: $0) }
                    found |= type.flatMap { wordsOfTypes[$0] } ?? 0
                } else if name.equals("source_type"), let sources {
                    let source = RawJSON(unchecked: value).string ?? SourceType.manual.rawValue
                    isFromSource = sources.contains(SourceType(rawValue: source))
                } else if name.equals("notes") || name.equals("original_title")
                    || name.equals("location_name")
                {
                    look(in: value, &found)
                } else if name.equals("properties"), found != all {
                    try look(inProperties: value, &found)
                }
            }
        } catch {
            return false
        }
        return isFromSource && found == all
    }

    /// Whether each word is in the type's name or somewhere among the bytes, names of fields
    /// included; always where the bytes do not show the words as they are.
    private func mayMatch(_ content: UnsafeRawBufferPointer, _ type: EntityID) -> Bool {
        let found = wordsOfTypes[type] ?? 0
        guard found != all, Self.isPlain(content) else { return true }
        for (index, word) in words.enumerated() where found & (1 << UInt32(index)) == 0 {
            if !word.isASCII || !Self.contains(content, word.utf8) { return false }
        }
        return true
    }

    /// Whether the bytes are ASCII without escapes.
    private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
        var place = 0
        let ones: UInt64 = 0x0101_0101_0101_0101
        while place + 8 <= text.count {
            let word = text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let escapes = word ^ (ones &* 0x5C)
            // The top bit of a byte is set where it is no ASCII, or where the mask made it zero.
            if (word | (escapes &- ones) & ~escapes) & (ones &* 0x80) != 0 { return false }
            place += 8
        }
        while place < text.count {
            if text[place] >= 0x80 || text[place] == 0x5C { return false }
            place += 1
        }
        return true
    }

    private func look(
        inProperties json: UnsafeRawBufferPointer,
        _ found: inout UInt32
    ) throws(JSONError) {
        var scanner = JSONScanner(json)
        try scanner.beginObject()
        while try scanner.nextKey() != nil {
            var property = JSONScanner(scanner.slice(try scanner.skipValue()))
            try property.beginObject()
            while let key = try property.nextKey() {
                let name = property.slice(key)
                let value = property.slice(try property.skipValue())
                if name.equals("value") { look(in: value, &found) }
            }
        }
    }

    private func look(in json: UnsafeRawBufferPointer, _ found: inout UInt32) {
        guard found != all, let text = unquoted(json) else { return }
        if Self.isPlain(text) {
            for (index, word) in words.enumerated() where word.isASCII {
                if Self.contains(text, word.utf8) { found |= 1 << UInt32(index) }
            }
        } else if let string = RawJSON(unchecked: json).string {
            let folded = Array(Self.folded(string).utf8)
            for (index, word) in words.enumerated()
            where folded.withUnsafeBytes({ Self.contains($0, word.utf8) }) {
                found |= 1 << UInt32(index)
            }
        }
    }

    /// - `word`: folded, so that only the text's capitals need to be made small.
    private static func contains(_ text: UnsafeRawBufferPointer, _ word: [UInt8]) -> Bool {
        guard let first = word.first, text.count >= word.count else { return false }
        let capital = (97...122).contains(first) ? first & ~0x20 : first
        var start = 0
        let last = text.count - word.count
        while start <= last {
            let byte = text[start]
            if byte == first || byte == capital {
                var index = 1
                while index < word.count, small(text[start + index]) == word[index] { index += 1 }
                if index == word.count { return true }
            }
            start += 1
        }
        return false
    }

    private static func small(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte | 0x20 : byte
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
