import TrendyServer

extension StoreUnavailable {
    /// The state of the database after an error; `nil` for an error of the program.
    init?(_ error: PostgresError) {
        let reason: Reason
        switch error.kind {
        case .commitUnknown: reason = .unknownCommit
        case .serialization: reason = .contention
        case .constraint: return nil
        case .other:
            // The database was changed under the server: no request is the cause.
            guard let known = Self.reasons[error.sqlState ?? ""] else { return nil }
            reason = known
        case .unavailable:
            switch error.origin {
            case .poolIsFull, .poolTimeout: reason = .noConnection
            case .deadline: reason = .timeout
            case .wrongServer: reason = error.sqlState == nil ? .wrongDatabase : .readOnly
            default: reason = Self.reason(ofSQLState: error.sqlState ?? "")
            }
        }
        self.init(reason, detail: error.sqlState)
    }

    /// Missing rights; missing schemas, databases, tables and columns.
    private static let reasons: [String: Reason] = [
        "42501": .noRights, "3F000": .wrongDatabase, "3D000": .wrongDatabase,
        "42P01": .wrongDatabase, "42703": .wrongDatabase,
    ]

    private static func reason(ofSQLState state: String) -> Reason {
        switch state {
        case "53100": .diskFull
        case "25006": .readOnly
        case "40001", "40P01", "55P03": .contention
        case "3D000": .wrongDatabase
        default: state.hasPrefix("58") ? .ioError : .unreachable
        }
    }
}
