/// A documented table for queries, which is a temporary view over a device's database.
package struct QueryTable: Sendable {
    /// A column of a table.
    package struct Column: Sendable {
        /// The name.
        package let name: String
        /// The type of its values: `TEXT`, `INTEGER` or `REAL`.
        package let type: String
        /// What it holds, with its unit.
        package let summary: String

        static func text(_ name: String, _ summary: String) -> Column {
            Column(name: name, type: "TEXT", summary: summary)
        }

        static func integer(_ name: String, _ summary: String) -> Column {
            Column(name: name, type: "INTEGER", summary: summary)
        }

        static func real(_ name: String, _ summary: String) -> Column {
            Column(name: name, type: "REAL", summary: summary)
        }
    }

    /// The name.
    package let name: String
    /// What a row is.
    package let summary: String
    /// The columns, in the order of `SELECT *`.
    package let columns: [Column]
    /// The indexed columns of an exported table.
    let indexes: [[String]]
    /// The `SELECT` behind the view, whose columns are ``columns``.
    let select: String

    /// All tables, the most used first.
    package static let all: [QueryTable] = [.events, .days, .metrics, .visits, .workouts, .samples]

    /// The statement that creates the temporary view.
    var viewCreation: String {
        "CREATE TEMP VIEW \(name) (\(columns.map { Self.quoted($0.name) }.joined(separator: ", "))) "
            + "AS \(select)"
    }

    /// The table as a commented `CREATE TABLE`.
    package var schema: String {
        let lines = columns.enumerated().map { index, column in
            let comma = index == columns.count - 1 ? "" : ","
            return "    \(Self.quoted(column.name)) \(column.type)\(comma) -- \(column.summary)"
        }
        return "CREATE TABLE \(name) ( -- \(summary)\n\(lines.joined(separator: "\n"))\n)"
    }

    /// The statements that create the indexes of an exported table.
    var indexCreations: [String] {
        indexes.map { columns in
            "CREATE INDEX \(name)_by_\(columns.joined(separator: "_")) ON \(name) "
                + "(\(columns.map { Self.quoted($0) }.joined(separator: ", ")))"
        }
    }

    private static func quoted(_ name: String) -> String { "\"\(name)\"" }

    /// An expression for a text instant as ISO 8601 in UTC with milliseconds.
    static func instant(_ expression: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:%fZ', \(expression))"
    }

    /// An expression for milliseconds since 1970 as ISO 8601 in UTC with milliseconds.
    static func instant(milliseconds expression: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:%fZ', \(expression) / 1000.0, 'unixepoch')"
    }

    /// An expression for a field of the event `e`.
    static func field(_ name: String) -> String { "json_extract(e.content, '$.\(name)')" }

    /// An expression for the value of a property of the event `e`.
    static func property(_ name: String) -> String { field("properties.\(name).value") }

    /// An expression for the minutes between the start of the event `e` and its end; `NULL` without
    /// an end.
    static let minutes =
        "round((julianday(\(field("end_date"))) - julianday(e.timestamp / 1000.0, 'unixepoch'))"
        + " * 1440.0, 3)"

    /// An expression for the name of the place of the event `e`: the current name of its geofence,
    /// or else the stored one.
    static let place =
        "coalesce((SELECT p.name FROM trendy_place p WHERE p.id = \(field("geofence_id"))), "
        + "\(field("location_name")))"

    /// An expression for the local day on which the event `e` started.
    static let localDay = "trendy_day(e.timestamp, \(field("time_zone")))"

    /// The live events.
    ///
    /// SQLite scans the index by time for it.
    static let liveEvents = "main.entity e WHERE e.kind = 4 AND e.deleted_at IS NULL"
}
