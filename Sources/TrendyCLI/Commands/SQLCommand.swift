import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyQuery

struct SQLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Ask questions of your data in SQL.",
        discussion: """
            Examples:
              trendy sql --tables
              trendy sql "SELECT type, count(*) FROM events GROUP BY type"
              trendy sql "SELECT day, value FROM days WHERE metric = 'steps'" --csv
              trendy sql --file report.sql --json
              echo "SELECT * FROM visits" | trendy sql --ndjson
              trendy sql --shell

            Queries only read, and work while another program uses the device. The SQL is SQLite's. \
            Without SQL as an argument or a file, it is read from standard input.
            """
    )

    /// The maximum size of SQL from a file or standard input.
    private static let maximumBytes = QueryLimits.sqlBytes

    @Argument(help: ArgumentHelp("One statement that reads.", valueName: "sql"))
    var sql: String?
    @Option(help: ArgumentHelp("Read the statement from a file.", valueName: "path"))
    var file: String?
    @Flag(help: "Print comma-separated values.")
    var csv = false
    @Flag(help: "Print a JSON object on each line.")
    var ndjson = false
    @Option(help: ArgumentHelp("The maximum number of rows (default: no limit).", valueName: "n"))
    var limit: Int?
    @Option(
        help: ArgumentHelp("The maximum running time in seconds.", valueName: "seconds")
    )
    var timeout = 60.0
    @Flag(help: "List the tables with their columns.")
    var tables = false
    @Flag(help: "Read statements line by line; '.help' lists the commands.")
    var shell = false
    @OptionGroup var zone: ZoneOptions
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard [sql != nil, file != nil, tables, shell].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give one of: SQL, --file, --tables, --shell.")
        }
        guard [csv, ndjson, device.output.json].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give one of --csv, --json and --ndjson.")
        }
        guard (limit ?? 1) > 0 else { throw ValidationError("--limit takes a positive number.") }
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout takes a number of seconds up to 86400.")
        }
    }

    func run() async throws {
        if tables { return try printTables() }
        if shell {
            var shell = SQLShell(
                database: try QueryDatabase.open(device, zone),
                format: format,
                limits: limits
            )
            return try shell.run()
        }
        let text = try statement()
        let database = try QueryDatabase.open(device, zone)
        let output = SQLOutput(format: format, isJSON: device.output.json)
        try output.show(text, of: database, limits)
    }

    private var format: QueryFormat? {
        csv ? .csv : ndjson ? .ndjson : device.output.json ? .json : nil
    }

    private var limits: QueryLimits {
        QueryLimits(rows: limit ?? .max, timeout: Duration(clampedSeconds: timeout))
    }

    /// The SQL of the argument, the file or standard input.
    private func statement() throws -> String {
        if let sql { return sql }
        if let file, !FileManager.default.fileExists(atPath: file) {
            throw CommandFailure(
                code: EX_NOINPUT,
                message: "\(file) does not exist. Give the path of a file with SQL."
            )
        }
        if file == nil, isatty(STDIN_FILENO) == 1 {
            throw ValidationError(
                "There is no SQL. Give it as an argument, with --file or on standard input, or use "
                    + "--shell."
            )
        }
        do {
            let handle = try file.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
            let data =
                try (handle ?? FileHandle.standardInput).read(upToCount: Self.maximumBytes + 1)
                ?? Data()
            guard data.count <= Self.maximumBytes else {
                throw CommandFailure(
                    code: EX_DATAERR,
                    message: "The SQL is longer than \(Self.maximumBytes) bytes. Shorten it."
                )
            }
            return String(decoding: data, as: UTF8.self)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure(
                code: EX_IOERR,
                message: "\(file ?? "Standard input") cannot be read. Check its permissions."
            )
        }
    }

    private func printTables() throws {
        if device.output.json { return try printJSON(QueryTable.all.map { TableOutput($0) }) }
        let texts = QueryTable.all.map { SQLOutput.description(of: $0) }
        try Console.list(DisplayText(rendered: texts.joined(separator: "\n\n")), device.output)
    }

    private struct TableOutput: Encodable {
        struct Column: Encodable {
            let name: String
            let type: String
            let summary: String
        }

        let name: String
        let summary: String
        let columns: [Column]

        init(_ table: QueryTable) {
            name = table.name
            summary = table.summary
            columns = table.columns.map {
                Column(name: $0.name, type: $0.type, summary: $0.summary)
            }
        }
    }
}
