import Foundation
import TrendyLocalization

/// A ``KeyValueStore`` of an app's `UserDefaults`.
///
/// A text is safe from the app's end as soon as it is set, and reaches the disk when the system
/// writes it. Before the first unlock after a restart the system answers as if nothing were stored,
/// so read nothing then: no screen is shown before it either.
public struct DefaultsKeyValueStore: KeyValueStore {
    private let suite: String?

    /// A store of a suite; the app's own defaults when `nil`.
    public init(suite: String? = nil) {
        self.suite = suite
    }

    // Made for each use: `UserDefaults` is not marked as safe to share, though it is.
    private var defaults: UserDefaults {
        suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard
    }

    /// The text of a key; a number or a flag comes as its digits.
    public func text(for key: String) throws -> String? {
        guard defaults.object(forKey: key) != nil else { return nil }
        guard let text = defaults.string(forKey: key) else {
            throw KeyValueError(message: Strings.Profile.noText(["path": key]))
        }
        return text
    }

    /// Stores a text.
    public func set(_ text: String?, for key: String) {
        guard let text else { return defaults.removeObject(forKey: key) }
        defaults.set(text, forKey: key)
    }

    /// Stores what is there under another key.
    public func move(_ key: String, to newKey: String) {
        let defaults = defaults
        defaults.set(defaults.object(forKey: key), forKey: newKey)
        defaults.removeObject(forKey: key)
    }

    /// The keys of the defaults, the system's among them.
    public func keys() -> [String] {
        Array(defaults.dictionaryRepresentation().keys)
    }
}
