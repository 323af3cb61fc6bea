/// Why publishing cannot start or continue.
package struct PublishError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable, Hashable {
        /// The address of a broker or webhook is not valid.
        case invalidAddress
        /// A file of certificates or secrets cannot be read or used.
        case unusableFile
        /// Another process publishes for the same device.
        case inUse
        /// The queue's file cannot be opened.
        case cannotOpen
    }

    /// The kind of error.
    package let code: Code
    /// What happened, why, and what to do.
    package let message: String

    /// Creates an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    package var description: String { message }
}
