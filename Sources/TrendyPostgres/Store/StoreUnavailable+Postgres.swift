import TrendyServer

extension StoreUnavailable {
    /// The state of the database after an error; `nil` for an error of the program.
    init?(_ error: PostgresError) {
        let reason: Reason
        switch error.kind {
        case .commitUnknown: reason = .unknownCommit
        case .serialization: reason = .contention
        case .constraint, .other: return nil
        case .unavailable:
            switch error.origin {
            case .poolIsFull, .poolTimeout: reason = .noConnection
            case .deadline: reason = .timeout
            default: reason = Self.reason(ofSQLState: error.sqlState ?? "")
            }
        }
        self.init(reason, detail: error.sqlState)
    }

    private static func reason(ofSQLState state: String) -> Reason {
        switch state {
        case "53100": .diskFull
        case "25006": .readOnly
        case "40001", "40P01", "55P03": .contention
        default: state.hasPrefix("58") ? .ioError : .unreachable
        }
    }
}
