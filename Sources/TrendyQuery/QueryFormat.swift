import TrendyModel

/// Writes the rows of a query as text for programs.
package enum QueryFormat: String, Sendable {
    /// Comma-separated values with a header and CRLF line ends
    /// (https://www.rfc-editor.org/rfc/rfc4180).
    case csv
    /// A JSON array with an object for each row.
    case json
    /// A JSON object on each line.
    case ndjson

    /// The bytes before the first row; `columns` are the names of the columns.
    package func header(_ columns: [String]) -> [UInt8] {
        switch self {
        case .csv: Self.csvLine(columns)
        case .json: Array("[".utf8)
        case .ndjson: []
        }
    }

    /// The bytes of a row.
    ///
    /// - `columns`: the distinct names from ``names(_:)``.
    /// - `index`: the number of rows before it.
    package func row(_ row: QueryRow, _ columns: [String], index: Int) -> [UInt8] {
        guard self != .csv else { return Self.csvLine(row.values.map(\.text)) }
        var writer = JSONWriter(capacity: 128)
        if self == .json { writer.raw(index > 0 ? ",\n" : "\n") }
        Self.write(row.values, columns, to: &writer)
        if self == .ndjson { writer.raw("\n") }
        return writer.bytes
    }

    /// The bytes after the last row.
    package func footer(rows: Int) -> [UInt8] {
        self == .json ? Array((rows > 0 ? "\n]\n" : "]\n").utf8) : []
    }

    /// The names of columns as keys of an object: a repeated name gets a number.
    package static func names(_ columns: [String]) -> [String] {
        var used: Set<String> = []
        return columns.map { column in
            var name = column
            var number = 2
            while !used.insert(name).inserted {
                name = "\(column)_\(number)"
                number += 1
            }
            return name
        }
    }

    /// Writes a row as a JSON object.
    static func write(_ values: [QueryValue], _ columns: [String], to writer: inout JSONWriter) {
        writer.raw("{")
        for (index, (name, value)) in zip(columns, values).enumerated() {
            if index > 0 { writer.raw(",") }
            writer.key(name)
            writer.value(value.json)
        }
        writer.raw("}")
    }

    private static func csvLine(_ cells: [String]) -> [UInt8] {
        var line: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            let needsQuotes = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
            guard needsQuotes else {
                line.append(contentsOf: cell.utf8)
                continue
            }
            line.append(UInt8(ascii: "\""))
            for byte in cell.utf8 {
                if byte == UInt8(ascii: "\"") { line.append(byte) }
                line.append(byte)
            }
            line.append(UInt8(ascii: "\""))
        }
        return line + [0x0D, 0x0A]
    }
}
