import Foundation

/// Full-text search over events: words in notes, properties and type names, and a filter by source.
///
/// The search ignores case and diacritics. Each word must occur in some text of the event. It scans
/// an event's content in place, because most events do not match.
package struct EventSearch: Sendable {
    /// The maximum number of words; further words are ignored.
    package static let maximumWords = 16

    /// A normalized search word.
    private struct Word: Sendable {
        let utf8: [UInt8]
        let isASCII: Bool
    }

    private let words: [Word]
    /// The words that occur in the name of each type, one bit per word; types without a match are
    /// absent.
    private let wordsOfTypes: [EntityID: UInt32]
    private let sources: Set<SourceType>?
    private let places: Set<EntityID>?
    private let category: String?
    private var all: UInt32 { (1 << UInt32(words.count)) - 1 }

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - text: the words; empty for any text.
    ///   - types: the names of the event types.
    ///   - sources: the allowed sources of events; `nil` for all.
    ///   - places: the geofences whose visits match; `nil` for events with and without one.
    ///   - category: the category of health data; `nil` for events with and without one.
    package init(
        text: String = "",
        types: [EntityID: String] = [:],
        sources: Set<SourceType>? = nil,
        places: Set<EntityID>? = nil,
        category: String? = nil
    ) {
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
        self.places = places
        self.category = category
    }

    /// Whether the search matches every event.
    package var isEmpty: Bool {
        words.isEmpty && sources == nil && places == nil && category == nil
    }

    /// Whether an event matches; damaged content does not match.
    package func matches(_ content: RawJSON) -> Bool {
        content.utf8.withUnsafeBytes { matches(content: $0) }
    }

    /// Whether the event with these bytes matches; damaged content does not match.
    ///
    /// - `type`: the event type, if known; it allows the search to reject most events without
    ///   scanning them.
    package func matches(content: UnsafeRawBufferPointer, type: EntityID? = nil) -> Bool {
        if let type, !mayMatch(content, type) { return false }
        var found: UInt32 = 0
        // Events without a source are recorded by the person.
        var isFromSource = sources?.contains(.manual) ?? true
        var isAtPlace = places == nil
        var isOfCategory = category == nil
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
                } else if name.equals("geofence_id"), let places {
                    isAtPlace =
                        unquoted(value).flatMap { EntityID(utf8: $0) }
                        .map { places.contains($0) } ?? false
                } else if name.equals("healthkit_category"), let category {
                    isOfCategory = RawJSON(unchecked: value).string == category
                } else if name.equals("notes") || name.equals("original_title")
                    || name.equals("location_name")
                {
                    search(in: value, &found)
                } else if name.equals("properties"), found != all {
                    try search(inProperties: value, &found)
                }
            }
        } catch {
            return false
        }
        return isFromSource && isAtPlace && isOfCategory && found == all
    }

    /// Whether each word occurs in the type's name or somewhere in the bytes, field names included;
    /// always `true` for bytes that need decoding.
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
            // The top bit of a byte is set for a non-ASCII byte, and for a byte that the mask made
            // zero.
            if (word | (escapes &- ones) & ~escapes) & (ones &* 0x80) != 0 { return false }
            place += 8
        }
        while place < text.count {
            if text[place] >= 0x80 || text[place] == 0x5C { return false }
            place += 1
        }
        return true
    }

    private func search(
        inProperties json: UnsafeRawBufferPointer,
        _ found: inout UInt32
    ) throws(JSONError) {
        var scanner = JSONScanner(json)
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            // The letters of an encoded line are no words.
            if scanner.slice(key).equals(RouteLines.propertyKey) {
                _ = try scanner.skipValue()
                continue
            }
            var property = JSONScanner(scanner.slice(try scanner.skipValue()))
            try property.beginObject()
            while let key = try property.nextKey() {
                let name = property.slice(key)
                let value = property.slice(try property.skipValue())
                if name.equals("value") { search(in: value, &found) }
            }
        }
    }

    private func search(in json: UnsafeRawBufferPointer, _ found: inout UInt32) {
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

    /// Whether a text contains a word, ignoring the case of ASCII letters.
    ///
    /// - `word`: already folded to lowercase.
    private static func contains(_ text: UnsafeRawBufferPointer, _ word: [UInt8]) -> Bool {
        guard let first = word.first, text.count >= word.count else { return false }
        let capital = (97...122).contains(first) ? first & ~0x20 : first
        var start = 0
        let last = text.count - word.count
        while start <= last {
            let byte = text[start]
            if byte == first || byte == capital {
                var index = 1
                while index < word.count, lowercased(text[start + index]) == word[index] {
                    index += 1
                }
                if index == word.count { return true }
            }
            start += 1
        }
        return false
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte | 0x20 : byte
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
