// TrendyImport: reads Apple Health exports as a health source, and GPX tracks.

/// The reason why an export or a track cannot be read.
package struct ImportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable, Hashable {
        /// The path does not exist.
        case notFound
        /// The path is a directory.
        case isDirectory
        /// The file is not readable, or reading failed.
        case cannotRead
        /// The file is not an Apple Health export.
        case notAnExport
        /// The file is not GPX.
        case notGPX
        /// The file is GPX without any usable track point.
        case noPoints
        /// The file unpacks beyond the limit, or holds more than fits in memory at once.
        case tooLarge
        /// The file is truncated or damaged.
        case damaged
        /// There is no space for temporary files.
        case noSpace
    }

    /// The kind of error.
    package let code: Code
    /// The path of the file.
    package let path: String
    /// What happened, where, and what to do.
    package let message: String

    init(_ code: Code, path: String, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }

    /// The path and the message.
    package var description: String { "\(path): \(message)" }
}
