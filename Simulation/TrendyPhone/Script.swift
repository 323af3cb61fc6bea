import Foundation
import TrendyModel

/// A recorded session: the beginning, then one line of JSON for each command.
///
/// The same build gives the same session for the same script.
struct Script: Sendable, Equatable {
    /// What else decides a session, in the first line.
    struct Header: Codable, Sendable, Equatable {
        var seed: UInt64
        /// The number of phones.
        var phones: Int
        /// Virtual seconds for one real second at the start.
        var speed: Double
    }

    /// A command and when it was given.
    struct Line: Codable, Sendable, Equatable {
        /// The time in milliseconds.
        var at: RecordedTime
        var command: WorldCommand
    }

    /// How many phones a session has.
    static let phoneCounts = 1...4

    var header: Header
    var lines: [Line]

    /// Reads a script.
    ///
    /// - Throws: ``CommandError`` that names the file and the line.
    init(path: String) throws {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandError(
                message: "\(path): the script cannot be read. Check the path and its rights."
            )
        }
        var texts = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.element.allSatisfy(\.isWhitespace) }[...]
        func decode<Value: Decodable>(_ line: (offset: Int, element: Substring)) throws -> Value {
            do {
                return try UntrustedJSON.decode(Value.self, from: Array(line.element.utf8))
            } catch {
                throw CommandError(
                    message: """
                        \(path):\(line.offset + 1): not a line of a script that --record wrote.
                        """
                )
            }
        }
        guard let first = texts.popFirst() else {
            throw CommandError(message: "\(path): the script is empty.")
        }
        header = try decode(first)
        guard Self.phoneCounts.contains(header.phones), Pace.speeds.contains(header.speed) else {
            throw CommandError(message: "\(path):1: the number of phones or the speed is wrong.")
        }
        lines = try texts.map { try decode($0) }
        guard zip(lines, lines.dropFirst()).allSatisfy({ $0.at <= $1.at }) else {
            throw CommandError(message: "\(path): the lines are not in order of time.")
        }
    }
}
