import Foundation
import TrendyLocalization

/// A ``KeyValueStore`` in an app's `UserDefaults`.
///
/// A value survives the end of the process as soon as it is set; it reaches the disk when the
/// system writes it. Before the first unlock after a restart, `UserDefaults` returns no values, so
/// do not read then. No screen is shown before the first unlock either.
package struct DefaultsKeyValueStore: KeyValueStore {
    private let suite: String?

    /// Creates a store in a defaults suite; `nil` uses the app's own defaults.
    package init(suite: String? = nil) {
        self.suite = suite
    }

    // Created for each use: `UserDefaults` is thread-safe but not declared `Sendable`.
    private var defaults: UserDefaults {
        suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard
    }

    /// The text for a key; a number or a flag is returned as digits.
    package func text(for key: String) throws -> String? {
        guard defaults.object(forKey: key) != nil else { return nil }
        guard let text = defaults.string(forKey: key) else {
            throw KeyValueError(message: Strings.Profile.noText(["path": key]))
        }
        return text
    }

    /// Stores a text.
    package func set(_ text: String?, for key: String) {
        guard let text else { return defaults.removeObject(forKey: key) }
        defaults.set(text, forKey: key)
    }

    /// Moves a value to another key.
    package func move(_ key: String, to newKey: String) {
        let defaults = defaults
        defaults.set(defaults.object(forKey: key), forKey: newKey)
        defaults.removeObject(forKey: key)
    }

    /// The keys of the defaults, including the system's.
    package func keys() -> [String] {
        Array(defaults.dictionaryRepresentation().keys)
    }
}
