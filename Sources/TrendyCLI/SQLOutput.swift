import TrendyModel
import TrendyQuery

/// Prints the result of a statement.
struct SQLOutput {
    /// The format for programs; `nil` for a table.
    let format: QueryFormat?
    /// Whether errors are JSON.
    var isJSON = false

    /// Runs a statement and prints its rows as they are read.
    ///
    /// - Throws: `CommandFailure` with the place of an error.
    func show(_ sql: String, of database: QueryDatabase, _ limits: QueryLimits) throws {
        do {
            let summary =
                try format.map { try write(sql, database, limits, as: $0) }
                ?? table(sql, database, limits)
            if summary.isTruncated {
                Console.error("Only the first \(plural(summary.rows, "row")); there are more.\n")
            }
        } catch let error as QueryError {
            throw CommandFailure(error, sql: sql)
        }
    }

    private func write(
        _ sql: String,
        _ database: QueryDatabase,
        _ limits: QueryLimits,
        as format: QueryFormat
    ) throws -> QuerySummary {
        var names: [String] = []
        var index = 0
        let begin: ([String]) -> Void = { columns in
            names = format == .csv ? columns : QueryFormat.names(columns)
            Console.bytes(format.header(names))
        }
        let summary = try database.run(sql, limits: limits, columns: begin) { row in
            Console.bytes(format.row(row, names, index: index))
            index += 1
            if index % 1000 == 0 { try Console.flush() }
        }
        Console.bytes(format.footer(rows: summary.rows))
        return summary
    }

    private func table(
        _ sql: String,
        _ database: QueryDatabase,
        _ limits: QueryLimits
    ) throws -> QuerySummary {
        var writer = RowTable(columns: [])
        let begin: ([String]) -> Void = { writer = RowTable(columns: $0) }
        let summary = try database.run(sql, limits: limits, columns: begin) { row in
            writer.add(row.values)
            if writer.isPageFull {
                writer.printPage()
                try Console.flush()
            }
        }
        writer.printPage()
        if summary.rows == 0 { Console.text("No rows.") }
        return summary
    }

    /// The name, the summary and the columns of a table, for people.
    static func description(of table: QueryTable) -> String {
        var columns = Table(["", "", .flexible("")], hasHeader: false)
        for column in table.columns {
            columns.add(["  \(column.name)", column.type, column.summary])
        }
        let title = Style.bold.paint("\(table.name)").rendered
        return "\(title): \(table.summary)\n\(columns.text.rendered)"
    }
}

/// Rows of a result in columns, whose widths come from the first page.
struct RowTable {
    /// The rows of a page.
    private static let pageRows = 200
    /// The maximum width of a column on a terminal.
    private static let maximumWidth = 40

    private let columns: [String]
    private let width: Int?
    private var page: [[QueryValue]] = []
    private var layout: [(width: Int, isRightAligned: Bool)]?

    init(columns: [String], width: Int? = Stream.columns) {
        self.columns = columns
        self.width = width
    }

    var isPageFull: Bool { page.count >= Self.pageRows }

    mutating func add(_ row: [QueryValue]) {
        page.append(row)
    }

    /// Prints the rows since the last page, the first time with a header.
    mutating func printPage() {
        let text = nextPage()
        if !text.rendered.isEmpty { Console.text(text) }
    }

    /// The lines of the rows since the last page, the first time with a header.
    mutating func nextPage() -> DisplayText {
        let cells = page.map { row in row.map { DisplayText.escaped($0.text) } }
        guard !cells.isEmpty else { return "" }
        var lines: [String] = []
        let layout = layout ?? makeLayout(cells)
        if self.layout == nil {
            let header = line(columns.map { DisplayText.escaped($0) }, layout)
            lines.append(Style.bold.paint(DisplayText(rendered: header)).rendered)
        }
        lines += cells.map { line($0, layout) }
        self.layout = layout
        page.removeAll(keepingCapacity: true)
        return DisplayText(rendered: lines.joined(separator: "\n"))
    }

    private func makeLayout(_ cells: [[String]]) -> [(width: Int, isRightAligned: Bool)] {
        columns.indices.map { column in
            let widest = cells.lazy.map { TextWidth.columns($0[column]) }.max() ?? 0
            let needed = max(TextWidth.columns(columns[column]), widest)
            let isNumber = page.allSatisfy { $0[column].number != nil || $0[column] == .null }
            let limit = width.map { min($0, Self.maximumWidth) } ?? .max
            return (isNumber ? needed : min(needed, limit), isNumber)
        }
    }

    private func line(
        _ cells: [String],
        _ layout: [(width: Int, isRightAligned: Bool)]
    ) -> String {
        let parts = zip(cells, layout).map { cell, column in
            // A pipe receives everything; on a terminal a longer cell would break the lines.
            let cell = width == nil ? cell : TextWidth.truncated(cell, to: column.width)
            let space = String(
                repeating: " ",
                count: max(0, column.width - TextWidth.columns(cell))
            )
            return column.isRightAligned ? space + cell : cell + space
        }
        var line = parts.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
