import Foundation
import TrendyKit
import TrendyModel
import TrendyQuery

extension QueryDatabase {
    /// Opens the database of a device for queries; creates no profile.
    static func open(_ device: DeviceOptions, _ zone: ZoneOptions) throws -> QueryDatabase {
        guard FileManager.default.fileExists(atPath: device.directory) else {
            throw CommandFailure(
                code: EX_NOINPUT,
                message: "There is no device at \(device.directory). Check --profile; 'trendy log' "
                    + "and 'trendy import' create one."
            )
        }
        do {
            return try QueryDatabase(
                path: try Profile(directory: device.directory).databasePath,
                zones: ZoneHistory(zone.zone),
                clock: Dependencies.live().clock
            )
        } catch let error as QueryError {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    /// The failure of a query.
    ///
    /// - `sql`: the statement, in which the message shows the place of an error.
    init(_ error: QueryError, sql: String? = nil) {
        let code =
            switch error.code {
            case .missing: EX_NOINPUT
            case .foreign, .invalid, .notAllowed, .tooLarge: EX_DATAERR
            case .newerSchema, .olderSchema, .notWritable: EX_CANTCREAT
            case .unreadable: EX_IOERR
            case .timedOut, .busy: EX_TEMPFAIL
            case .cancelled: Int32(130)
            }
        var message = error.message
        if error.code == .invalid, let sql {
            if let offset = error.offset { message += " (\(Self.place(of: offset, in: sql)))" }
            message += ". 'trendy sql --tables' lists the tables and columns."
        }
        self.init(code: code, message: message)
    }

    /// The line, the column and the text at an offset of a statement.
    private static func place(of offset: Int, in sql: String) -> String {
        let before = sql.utf8.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { before.index(after: $0) }
        let column = String(decoding: before[(start ?? before.startIndex)...], as: UTF8.self).count
        let rest = String(decoding: sql.utf8.dropFirst(offset).prefix(80), as: UTF8.self)
        let text = rest.prefix(24).prefix { !$0.isNewline }
        return "line \(line), column \(column + 1): \(text.isEmpty ? "end of the SQL" : text)"
    }
}
