import ArgumentParser
import TrendyExport

/// What `trendy export` writes: events in a format, or a database.
enum ExportChoice: Equatable, ExpressibleByArgument, CustomStringConvertible {
    case events(ExportFormat)
    /// A SQLite file with the tables of `trendy sql`.
    case sqlite

    private static let sqliteName = "sqlite"

    init?(argument: String) {
        if argument == Self.sqliteName {
            self = .sqlite
        } else if let format = ExportFormat(rawValue: argument) {
            self = .events(format)
        } else {
            return nil
        }
    }

    /// The names of all choices, for the help.
    static var allValueStrings: [String] { ExportFormat.allCases.map(\.rawValue) + [sqliteName] }

    /// The name.
    var description: String {
        switch self {
        case .events(let format): format.rawValue
        case .sqlite: Self.sqliteName
        }
    }

    /// The text of the default value in the help.
    var defaultValueDescription: String { description }
}
