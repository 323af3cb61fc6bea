// TrendyLocalization: all texts for people in one place, ready for translation.

import Synchronization

/// A text for people: its key in an app's translation tables, and the English text.
///
/// Names in braces are placeholders:
///
/// ```swift
/// LocalizedText("sync.sending", "Sending: {done} of {total}.")
/// ```
public struct LocalizedText: Sendable, Hashable {
    /// The key.
    ///
    /// It must not change after an app has translated it.
    public let key: String
    /// The English text.
    public let english: String

    init(_ key: String, _ english: String) {
        self.key = key
        self.english = english
    }

    /// The text in the person's language, or in English where no translation exists, with its
    /// placeholders filled in.
    package func callAsFunction(_ values: KeyValuePairs<String, String> = [:]) -> String {
        filled { name in values.first { $0.key == name }?.value }
    }

    /// Replaces each `{name}` that has a value.
    ///
    /// Values are inserted unchanged.
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

    /// Sets the function that looks up translations by key; `nil` falls back to English.
    ///
    /// Call it once, before the first text is shown.
    public static func translate(by lookup: @escaping @Sendable (_ key: String) -> String?) {
        translation.withLock { $0.lookup = lookup }
    }
}

/// A text that depends on a count.
package struct LocalizedPlural: Sendable, Hashable {
    /// The text for a count of one.
    package let one: LocalizedText
    /// The text for all other counts, with the placeholder `{count}`.
    package let other: LocalizedText

    init(_ key: String, one: String, other: String) {
        self.one = LocalizedText("\(key).one", one)
        self.other = LocalizedText("\(key).other", other)
    }

    /// The text for a count, with its placeholders filled in.
    package func callAsFunction(
        _ count: Int,
        _ values: KeyValuePairs<String, String> = [:]
    ) -> String {
        let phrase = count == 1 ? one : other
        return phrase.filled { name in
            name == "count" ? String(count) : values.first { $0.key == name }?.value
        }
    }
}
