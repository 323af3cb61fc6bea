/// A timeline of a PostgreSQL cluster: a line of writes without a failover or restore in between.
///
/// Source: [Timelines](https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES).
struct PostgresTimeline: Sendable, Hashable, Codable {
    /// The cluster's system identifier, which its standbys and backups share.
    let system: Int64
    /// The timeline's number, from 1; a promotion begins one with a larger number.
    let number: Int32
}

/// A position in the write-ahead log (LSN), in bytes.
struct WALPosition: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    let bytes: UInt64

    init(bytes: UInt64) {
        self.bytes = bytes
    }

    /// Reads a position as PostgreSQL writes it, such as `16/B374D848`.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let high = UInt32(parts[0], radix: 16),
            let low = UInt32(parts[1], radix: 16)
        else { return nil }
        bytes = UInt64(high) << 32 | UInt64(low)
    }

    /// The position as PostgreSQL writes it.
    var description: String {
        String(bytes >> 32, radix: 16, uppercase: true) + "/"
            + String(bytes & 0xFFFF_FFFF, radix: 16, uppercase: true)
    }

    static func < (left: WALPosition, right: WALPosition) -> Bool { left.bytes < right.bytes }
}
