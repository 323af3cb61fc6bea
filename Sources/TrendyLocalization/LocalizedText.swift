// TrendyLocalization: every word for people, in one place, ready to be translated.

import Synchronization

/// A text for people: its key in an app's tables of translations, and what it is in English.
///
/// Names in braces stand for what is filled in: `Phrase("sync.sending", "Sending: {done} of {total}.")`.
public struct LocalizedText: Sendable, Hashable {
    /// The key; it never changes once an app was translated by it.
    public let key: String
    /// The text in English.
    public let english: String

    init(_ key: String, _ english: String) {
        self.key = key
        self.english = english
    }

    /// The text in the person's language, as far as it was translated, with names filled in.
    public func callAsFunction(_ values: KeyValuePairs<String, String> = [:]) -> String {
        filled { name in values.first { $0.key == name }?.value }
    }

    /// The text with each `{name}` that has a value replaced by it; a value is taken as it is.
    fileprivate func filled(by value: (_ name: Substring) -> String?) -> String {
        var text = ""
        var rest = (Self.translation.withLock(\.lookup)?(key) ?? english)[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            text += rest[..<open]
            let end = rest.utf8.index(after: close)
            if let value = value(rest[rest.utf8.index(after: open)..<close]) {
                text += value
            } else {
                text += rest[open..<end]
            }
            rest = rest[end...]
        }
        return text + rest
    }

    private struct Translation {
        var lookup: (@Sendable (_ key: String) -> String?)?
    }

    private static let translation = Mutex(Translation())

    /// Has texts looked up by their keys from now on; what `lookup` does not know stays English.
    ///
    /// To be called once, before the first text is shown.
    public static func translate(by lookup: @escaping @Sendable (_ key: String) -> String?) {
        translation.withLock { $0.lookup = lookup }
    }
}

/// A text about a number of things.
public struct LocalizedPlural: Sendable, Hashable {
    /// The text for one.
    public let one: LocalizedText
    /// The text for every other number, as `{count}`.
    public let other: LocalizedText

    init(_ key: String, one: String, other: String) {
        self.one = LocalizedText("\(key).one", one)
        self.other = LocalizedText("\(key).other", other)
    }

    /// The text about a number of things.
    public func callAsFunction(
        _ count: Int,
        _ values: KeyValuePairs<String, String> = [:]
    ) -> String {
        let phrase = count == 1 ? one : other
        return phrase.filled { name in
            name == "count" ? String(count) : values.first { $0.key == name }?.value
        }
    }
}
