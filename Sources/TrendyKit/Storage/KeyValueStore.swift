/// A few small texts by their keys, read and written without waiting.
///
/// A write is durable when the method returns, as far as the platform promises that, and replaces
/// a text as a whole. Keys consist of ASCII letters, digits, `_` and `-`.
public protocol KeyValueStore: Sendable {
    /// A text; `nil` when there is none.
    ///
    /// - Throws: ``KeyValueError`` when there is one that cannot be read, such as on a device that
    ///   is locked.
    func text(for key: String) throws -> String?

    /// Stores a text; `nil` removes it.
    ///
    /// - Throws: ``KeyValueError``; what was there is unchanged then.
    func set(_ text: String?, for key: String) throws

    /// Gives what is stored another key, whether it can be read or not.
    ///
    /// - Throws: ``KeyValueError``; what was there is unchanged then.
    func move(_ key: String, to newKey: String) throws

    /// The keys that something is stored under, in any order; others' may be among them.
    func keys() throws -> [String]
}

/// Why a text could not be read or stored.
public struct KeyValueError: Error, Sendable, CustomStringConvertible {
    /// What happened and what to do.
    public let message: String

    /// Makes an error.
    public init(message: String) {
        self.message = message
    }

    /// What happened and what to do.
    public var description: String { message }
}
