/// Rows of text in columns.
struct Table {
    /// A column: left-aligned, of the width of its widest cell.
    struct Column: ExpressibleByStringLiteral {
        let title: String
        var isRightAligned = false
        var isFlexible = false
        var isHiddenWhenEmpty = false

        init(stringLiteral title: String) {
            self.title = title
        }

        fileprivate init(_ title: String) {
            self.title = title
        }

        /// A column of numbers.
        static func right(_ title: String) -> Column {
            var column = Column(title)
            column.isRightAligned = true
            return column
        }

        /// A column of longer text, which is cut where the table would be wider than the terminal.
        ///
        /// - `isHiddenWhenEmpty`: whether the column is left out where all its cells are empty.
        static func flexible(_ title: String, isHiddenWhenEmpty: Bool = false) -> Column {
            var column = Column(title)
            column.isFlexible = true
            column.isHiddenWhenEmpty = isHiddenWhenEmpty
            return column
        }
    }

    /// A flexible column keeps at least so many columns of the terminal.
    private static let minimumWidth = 10
    private static let gap = "  "

    private let columns: [Column]
    private let hasHeader: Bool
    private var rows: [(mark: DisplayText?, cells: [String])] = []

    /// A table; without a header when `hasHeader` is false.
    init(_ columns: [Column], hasHeader: Bool = true) {
        self.columns = columns
        self.hasHeader = hasHeader
    }

    /// Adds a row of as many cells as there are columns.
    ///
    /// - `mark`: a sign before the row that takes one column, such as a coloured dot.
    mutating func add(_ row: [String], mark: DisplayText? = nil) {
        precondition(row.count == columns.count, "a row has a cell for each column")
        rows.append((mark, row.map { DisplayText.escaped($0) }))
    }

    /// The lines, within the width of the terminal where there is one.
    var text: DisplayText { text(width: Stream.columns) }

    /// The lines, within a width; of any width when `nil`.
    ///
    /// Only flexible columns are cut, so that a narrow terminal may still wrap the lines.
    func text(width limit: Int?) -> DisplayText {
        let shown = columns.indices.filter { column in
            !columns[column].isHiddenWhenEmpty || rows.contains { !$0.cells[column].isEmpty }
        }
        let hasMarks = rows.contains { $0.mark != nil }
        var widths = shown.map { column in
            max(
                hasHeader ? TextWidth.columns(columns[column].title) : 0,
                rows.lazy.map { TextWidth.columns($0.cells[column]) }.max() ?? 0
            )
        }
        if let limit { fit(&widths, of: shown, to: limit - (hasMarks ? 2 : 0)) }
        let line = { (cells: [String]) -> String in
            let texts = shown.indices.map { index in
                let cell = TextWidth.truncated(cells[shown[index]], to: widths[index])
                let space = String(
                    repeating: " ",
                    count: max(0, widths[index] - TextWidth.columns(cell))
                )
                return columns[shown[index]].isRightAligned ? space + cell : cell + space
            }
            var line = texts.joined(separator: Self.gap)
            while line.last == " " { line.removeLast() }
            return line
        }
        var lines: [String] = []
        if hasHeader {
            let header = (hasMarks ? "  " : "") + line(columns.map(\.title))
            lines.append(Style.bold.paint(DisplayText(rendered: header)).rendered)
        }
        for row in rows {
            lines.append((hasMarks ? "\(row.mark?.rendered ?? " ") " : "") + line(row.cells))
        }
        return DisplayText(rendered: lines.joined(separator: "\n"))
    }

    /// Takes columns from the widest flexible ones until all fit.
    private func fit(_ widths: inout [Int], of shown: [Int], to limit: Int) {
        let gaps = Self.gap.count * max(0, widths.count - 1)
        var excess = widths.reduce(gaps, +) - limit
        while excess > 0 {
            let flexible = shown.indices.filter {
                columns[shown[$0]].isFlexible && widths[$0] > Self.minimumWidth
            }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { return }
            let next = flexible.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
            let step = max(1, min(excess, widths[widest] - max(next, Self.minimumWidth)))
            widths[widest] -= step
            excess -= step
        }
    }
}
