import Foundation
import TrendyModel

/// A session as a script: one line of JSON for each command with its virtual time.
///
/// With the same seed, a script gives the same session.
struct Recording: Sendable {
    /// A command and when it was given.
    struct Line: Codable, Sendable, Equatable {
        /// The virtual time since the start in milliseconds.
        var at: Int64
        var command: WorldCommand
    }

    /// Reads a script.
    ///
    /// - Throws: ``CommandError`` that names the file and the line.
    static func read(_ path: String) throws -> [Line] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandError(
                message: "\(path): the script cannot be read. Check the path and its rights."
            )
        }
        var lines: [Line] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.allSatisfy(\.isWhitespace)
        {
            do {
                lines.append(try UntrustedJSON.decode(Line.self, from: Array(line.utf8)))
            } catch {
                throw CommandError(
                    message: "\(path):\(index + 1): not a line of a script that --record wrote."
                )
            }
        }
        guard zip(lines, lines.dropFirst()).allSatisfy({ $0.at <= $1.at }) else {
            throw CommandError(message: "\(path): the lines are not in order of time.")
        }
        return lines
    }

    private let file: FileHandle

    /// Creates the file of a script, or replaces it.
    init(path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else {
            throw CommandError(
                message: "\(path): the script cannot be written. Check the path and its rights."
            )
        }
        self.file = file
    }

    /// Appends a command.
    func append(_ command: WorldCommand, at time: Duration) throws {
        let line = Line(at: Int64(time / .milliseconds(1)), command: command)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try file.write(contentsOf: encoder.encode(line) + Data("\n".utf8))
    }
}
