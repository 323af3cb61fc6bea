/// A synchronous store for a few small texts.
///
/// A write replaces the whole value and is durable when the method returns, as far as the platform
/// guarantees that. Keys consist of ASCII letters, digits, `_` and `-`.
package protocol KeyValueStore: Sendable {
    /// The text for a key; `nil` when there is none.
    ///
    /// - Throws: ``KeyValueError`` when the value cannot be read, for example on a locked device.
    func text(for key: String) throws -> String?

    /// Stores a text; `nil` removes it.
    ///
    /// - Throws: ``KeyValueError``; the stored value is unchanged then.
    func set(_ text: String?, for key: String) throws

    /// Moves a value, readable or not, to another key.
    ///
    /// - Throws: ``KeyValueError``; the stored value is unchanged then.
    func move(_ key: String, to newKey: String) throws

    /// The keys with values, in any order; may include keys of other components.
    func keys() throws -> [String]
}

/// An error of reading or storing a value.
package struct KeyValueError: Error, Sendable, CustomStringConvertible {
    /// What happened and what to do.
    package let message: String

    /// Creates an error.
    package init(message: String) {
        self.message = message
    }

    /// What happened and what to do.
    package var description: String { message }
}
