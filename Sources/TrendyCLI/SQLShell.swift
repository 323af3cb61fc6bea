import Foundation
import TrendyModel
import TrendyQuery

/// Reads statements and commands line by line, from a terminal or a pipe.
///
/// A statement ends at a line that ends with a semicolon. An error does not end the shell.
struct SQLShell {
    private static let help = """
        .tables         list the tables
        .schema NAME    show the columns of a table; without NAME, of all
        .mode MODE      print as table, csv, json or ndjson
        .help           show this
        .quit           leave
        A statement can take several lines and ends with a semicolon.
        """

    let database: QueryDatabase
    var format: QueryFormat?
    let limits: QueryLimits
    private var buffer = ""
    private var hasFailed = false

    init(database: QueryDatabase, format: QueryFormat?, limits: QueryLimits) {
        self.database = database
        self.format = format
        self.limits = limits
    }

    private enum Outcome {
        case next
        case quit
    }

    /// Runs until the input ends or `.quit`.
    ///
    /// - Throws: `OutputFailure`; `CommandFailure` after an error in piped input, at its end.
    mutating func run() throws {
        let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        if isTerminal { Console.text("SQLite's SQL over your data. '.help' lists the commands.") }
        while true {
            if isTerminal { try Console.prompt(buffer.isEmpty ? "trendy> " : "   ...> ") }
            guard let line = readLine(strippingNewline: true) else { break }
            if buffer.isEmpty, line.hasPrefix(".") {
                if command(line) == .quit { break }
            } else {
                try add(line)
            }
            try Console.flush()
        }
        if isTerminal { Console.text("") }
        try execute()
        guard !hasFailed || isTerminal else {
            throw CommandFailure(code: EX_DATAERR, message: "A statement failed; see above.")
        }
    }

    private mutating func add(_ line: String) throws {
        buffer += buffer.isEmpty ? line : "\n" + line
        if buffer.utf8.count > QueryLimits.sqlBytes {
            buffer = ""
            report("The statement is longer than \(QueryLimits.sqlBytes) bytes. It is dropped.")
        } else if SQLText.isComplete(buffer) {
            try execute()
        }
    }

    /// Runs the statements of the buffer and empties it.
    private mutating func execute() throws {
        let text = buffer
        buffer = ""
        guard text.contains(where: { !$0.isWhitespace && $0 != ";" }) else { return }
        do {
            try SQLOutput(format: format).show(text, of: database, limits)
        } catch let error as CommandFailure {
            report(error.message)
        }
    }

    private mutating func command(_ line: String) -> Outcome {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        switch (words.first ?? "", words.dropFirst().first) {
        case (".quit", _), (".exit", _): return .quit
        case (".help", _): Console.text(DisplayText(rendered: Self.help))
        case (".tables", _):
            for table in QueryTable.all { Console.text("\(table.name)  \(table.summary)") }
        case (".schema", let name):
            let tables = QueryTable.all.filter { name == nil || $0.name == name }
            if tables.isEmpty { report("There is no table '\(name ?? "")'. '.tables' lists them.") }
            for table in tables { Console.text(DisplayText(rendered: table.schema)) }
        case (".mode", "table"?): format = nil
        case (".mode", let name?) where QueryFormat(rawValue: name) != nil:
            format = QueryFormat(rawValue: name)
        case (".mode", _): report("Give a mode: table, csv, json or ndjson.")
        default: report("There is no command '\(words.first ?? "")'. '.help' lists them.")
        }
        return .next
    }

    private mutating func report(_ message: String) {
        hasFailed = true
        // Errors follow the output before them.
        try? Console.flush()
        let text: DisplayText = "\(Style.error.paint("error:", on: .standardError)) \(message)\n"
        Console.error(text.rendered)
    }
}
