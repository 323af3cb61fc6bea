import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where text goes, and whether a person looks at it.
enum Stream {
    case standardOutput
    case standardError

    /// Whether it is a terminal that shows colours.
    var isTerminal: Bool {
        let descriptor: Int32 = self == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
        let environment = ProcessInfo.processInfo.environment
        return isatty(descriptor) == 1 && environment["NO_COLOR"] == nil
            && environment["TERM"] != "dumb"
    }
}

/// How text looks on a terminal.
enum Style: String {
    case bold = "1"
    case dim = "2"
    case error = "31"
    case good = "32"

    func paint(_ text: DisplayText, on stream: Stream = .standardOutput) -> DisplayText {
        guard stream.isTerminal else { return text }
        return DisplayText(rendered: "\u{1B}[\(rawValue)m\(text.rendered)\u{1B}[0m")
    }
}

/// Lines of text in columns.
struct Table {
    private let header: [String]
    private var rows: [[String]] = []

    init(_ header: [String]) {
        self.header = header
    }

    mutating func add(_ row: [String]) {
        rows.append(row.map { DisplayText.escaped($0) })
    }

    /// The lines; columns after the first are aligned to the right.
    var text: DisplayText {
        let widths = header.indices.map { column in
            ([header] + rows).map { $0[column].count }.max() ?? 0
        }
        let line = { (cells: [String]) in
            cells.indices.map { column in
                let gap = String(repeating: " ", count: widths[column] - cells[column].count)
                return column == 0 ? cells[column] + gap : gap + cells[column]
            }.joined(separator: "  ")
        }
        let head = Style.bold.paint(DisplayText(rendered: line(header))).rendered
        return DisplayText(rendered: ([head] + rows.map(line)).joined(separator: "\n"))
    }
}

/// Prints a value as JSON with sorted keys.
///
/// - `isLine`: whether it is one of many, each on a line of its own.
func printJSON(_ value: some Encodable, isLine: Bool = false) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !isLine { encoder.outputFormatting.insert(.prettyPrinted) }
    Console.json(String(decoding: try encoder.encode(value), as: UTF8.self))
}
