import Foundation

/// Writes a session to a file as a ``Script``.
struct Recording: Sendable {
    private let file: FileHandle

    /// Creates the file, or replaces it.
    ///
    /// - Throws: ``CommandError`` if the file cannot be written.
    init(path: String, _ header: Script.Header) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else {
            throw CommandError(
                message: "\(path): the script cannot be written. Check the path and its rights."
            )
        }
        self.file = file
        try append(header)
    }

    /// Appends a command.
    ///
    /// - Parameters:
    ///   - command: what was done.
    ///   - time: the virtual time since the start.
    /// - Throws: the error of the file, as when the disk is full.
    func append(_ command: WorldCommand, at time: Duration) throws {
        try append(Script.Line(at: RecordedTime(of: time), command: command))
    }

    private func append(_ line: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try file.write(contentsOf: encoder.encode(line) + Data("\n".utf8))
    }
}
