// TrendyImport: reads an export of Apple Health as a source of health samples, and GPX tracks.

/// Why an export or a track cannot be read.
public struct ImportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of trouble.
    public enum Code: Sendable, Hashable {
        /// There is nothing at the path.
        case notFound
        /// There is a directory at the path.
        case isDirectory
        /// It may not be read, or reading failed.
        case cannotRead
        /// It is no export of Apple Health.
        case notAnExport
        /// It is no GPX.
        case notGPX
        /// It is GPX, but holds no point of a track that can be used.
        case noPoints
        /// It grows beyond all measure when it is unpacked, or holds more than is kept at once.
        case tooLarge
        /// It ends too early, or a part of it is damaged.
        case damaged
        /// The space for gathering samples ran out.
        case noSpace
    }

    /// The kind of trouble.
    public let code: Code
    /// The file.
    public let path: String
    /// What happened, where, and what to do.
    public let message: String

    init(_ code: Code, path: String, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }

    /// What happened, where, and what to do.
    public var description: String { "\(path): \(message)" }
}
