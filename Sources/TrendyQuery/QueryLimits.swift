/// The limits of one query.
///
/// A result that reaches ``rows`` or ``bytes`` is cut there, which ``QuerySummary`` reports. A query
/// that reaches ``timeout`` fails.
package struct QueryLimits: Sendable {
    /// The maximum length of the SQL, in bytes.
    package static let sqlBytes = 100_000
    /// The maximum size of one value, in bytes.
    package static let valueBytes = 16 * 1024 * 1024
    /// The default time limit.
    package static let defaultTimeout = Duration.seconds(60)

    /// The maximum number of rows.
    package var rows: Int
    /// The maximum size of all values, in bytes; see ``QueryValue/byteCount``.
    package var bytes: Int
    /// The maximum running time.
    package var timeout: Duration

    /// Creates limits; by default, only the running time is limited.
    package init(
        rows: Int = .max,
        bytes: Int = .max,
        timeout: Duration = QueryLimits.defaultTimeout
    ) {
        self.rows = rows
        self.bytes = bytes
        self.timeout = timeout
    }
}

/// What a query returned.
package struct QuerySummary: Sendable, Equatable {
    /// The limit that cut a result.
    package enum Limit: String, Sendable {
        /// ``QueryLimits/rows``.
        case rows
        /// ``QueryLimits/bytes``.
        case bytes
    }

    /// The number of rows that the caller received.
    package var rows = 0
    /// The size of their values, in bytes.
    package var bytes = 0
    /// The limit that cut the result; `nil` for a complete result.
    package var truncation: Limit?

    /// Whether rows are missing.
    package var isTruncated: Bool { truncation != nil }
}
