import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A stream of the process that a person may read on a terminal.
enum Stream {
    case standardOutput
    case standardError

    /// Whether it is a terminal that can move its cursor.
    var isTerminal: Bool {
        let descriptor: Int32 = self == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
        return isatty(descriptor) == 1 && Self.environment["TERM"] != "dumb"
    }

    /// Whether it shows colours and icons: a terminal, unless `NO_COLOR` is set and not empty
    /// (https://no-color.org).
    var showsColor: Bool { isTerminal && (Self.environment["NO_COLOR"] ?? "").isEmpty }

    /// The width for tables: `$COLUMNS`, else that of the terminal on standard output.
    ///
    /// `nil` without either, so that a pipe receives everything.
    static var columns: Int? {
        if let set = environment["COLUMNS"].flatMap({ Int($0) }), set > 0 { return set }
        return size.map { Int($0.ws_col) }
    }

    /// The rows of the terminal on standard output; `nil` when it is not a terminal.
    static var rows: Int? { size.map { Int($0.ws_row) } }

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    private static var size: winsize? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_col > 0
        else { return nil }
        return size
    }
}

/// A style of text on a terminal.
enum Style: String {
    case bold = "1"
    case dim = "2"
    case error = "31"
    case good = "32"

    /// The text in this style; unchanged where the stream shows no colours.
    func paint(_ text: DisplayText, on stream: Stream = .standardOutput) -> DisplayText {
        guard stream.showsColor else { return text }
        return DisplayText(rendered: "\u{1B}[\(rawValue)m\(text.rendered)\u{1B}[0m")
    }

    /// An icon and a space; nothing where standard output shows no colours.
    func icon(_ icon: Character) -> DisplayText {
        guard Stream.standardOutput.showsColor else { return "" }
        return paint("\(icon)") + " "
    }

    /// A dot in a colour `#RRGGBB`; `nil` where standard output shows no colours.
    static func dot(_ color: String) -> DisplayText? {
        let digits = color.drop { $0 == "#" }
        guard Stream.standardOutput.showsColor, digits.count == 6,
            let value = UInt32(digits, radix: 16)
        else { return nil }
        let parts = "\(value >> 16);\(value >> 8 & 0xFF);\(value & 0xFF)"
        return DisplayText(rendered: "\u{1B}[38;2;\(parts)m●\u{1B}[0m")
    }
}
