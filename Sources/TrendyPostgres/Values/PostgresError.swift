/// An error of the database, its connection or the pool.
///
/// The message contains no parameter, no row and no password.
package struct PostgresError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The class of an error, by the reaction of a caller.
    package enum Kind: Sendable, Equatable {
        /// The database cannot serve the call now, and has not committed it: try again later.
        case unavailable
        /// Concurrent transactions conflicted: repeat the whole transaction at once.
        case serialization
        /// The commit may have happened: find out by an idempotent repetition.
        case commitUnknown
        /// A constraint refused the change.
        case constraint
        /// The statement, the schema or the program is wrong.
        case other
    }

    /// Where an error comes from.
    package enum Origin: Sendable, Equatable {
        /// The server answered with an error, identified by ``PostgresError/sqlState``.
        case server
        /// The URL of the database cannot be used.
        case invalidURL
        /// No server accepted a connection.
        case cannotConnect
        /// The server is a standby, a former primary, of another cluster or of another version.
        case wrongServer
        /// The connection ended during the call, or before it.
        case connectionLost
        /// The deadline of the call passed.
        case deadline
        /// The commit was acknowledged with a warning, such as that a standby did not confirm it.
        case commitWarning
        /// Too many callers wait for a connection.
        case poolIsFull
        /// No connection became free before the deadline.
        case poolTimeout
        /// The pool is closed.
        case poolIsClosed
        /// A result has another shape than the program expects.
        case unexpectedResult
    }

    /// The class of the error.
    package var kind: Kind
    /// Where the error comes from.
    package let origin: Origin
    /// The five characters of the error's SQLSTATE; `nil` for errors of the client.
    package let sqlState: String?
    /// The name of the violated constraint, when the server names one.
    package let constraint: String?
    /// The cause.
    package let message: String
    /// Whether the server ended the connection with the error.
    let isFatal: Bool

    init(
        _ kind: Kind,
        _ origin: Origin,
        sqlState: String? = nil,
        constraint: String? = nil,
        isFatal: Bool = false,
        _ message: String
    ) {
        self.kind = kind
        self.origin = origin
        self.sqlState = sqlState
        self.constraint = constraint
        self.isFatal = isFatal
        self.message = message
    }

    /// The SQLSTATE, if any, and the cause.
    package var description: String {
        sqlState.map { "\(message) (SQLSTATE \($0))" } ?? message
    }

    /// The kind of a SQLSTATE.
    static func kind(ofSQLState state: String) -> Kind {
        switch state {
        case "40001", "40P01": .serialization
        case "40003": .commitUnknown
        // Read-only transaction: a standby. A statement name of another connection: a pooler.
        case "25006", "26000": .unavailable
        case "55P03": .unavailable
        default:
            switch state.prefix(2) {
            // Connection, resources, operator intervention, system errors such as of the disk.
            case "08", "53", "57", "58": .unavailable
            case "23": .constraint
            default: .other
            }
        }
    }

    /// Whether the messages of a SQLSTATE contain no values of parameters and rows.
    ///
    /// Data exceptions (22), violated constraints (23) and errors of functions (P0, XX) can quote
    /// values.
    static func isTextSafe(ofSQLState state: String) -> Bool {
        [
            "08", "0A", "25", "26", "28", "3D", "3F", "40", "42", "53", "54", "55", "57", "58",
        ].contains(String(state.prefix(2)))
    }

    /// Whether the connection cannot be used again after the error.
    var endsConnection: Bool {
        switch origin {
        case .connectionLost, .deadline, .commitWarning: true
        case .server:
            switch sqlState {
            // A standby; and statements that were prepared under other circumstances.
            case "25006", "26000", "0A000": true
            case let state?: isFatal || state.hasPrefix("08") || state.hasPrefix("57P")
            case nil: true
            }
        default: false
        }
    }
}
