import Foundation
import GRDB
package import TrendyModel
import TrendySQLite

/// The history of the time zones in which the person was.
package struct TimeZoneRecords: StoreRecords {
    let context: TransactionContext

    /// Keeps where the person was over time; what is known already writes nothing.
    package func store(_ zones: ZoneHistory) throws {
        let text = Self.text(zones)
        guard try Meta.string(db, .zones) != text else { return }
        try Meta.set(db, .zones, text)
    }

    /// Where the person was over time; `nil` before it was first kept.
    package func history() throws -> ZoneHistory? {
        try Self.history(db)
    }

    /// What is kept, read in the transaction given; zones that this system does not know are left
    /// out.
    static func history(_ db: Database) throws -> ZoneHistory? {
        guard let text = try Meta.string(db, .zones) else { return nil }
        let segments = text.split(separator: "\n").compactMap { line -> ZoneHistory.Segment? in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let start = Int64(parts[0]),
                let zone = TimeZone(identifier: String(parts[1]))
            else { return nil }
            return ZoneHistory.Segment(start: Instant(milliseconds: start), zone: zone)
        }
        guard let first = segments.first else { return nil }
        return ZoneHistory(first.zone, changes: Array(segments.dropFirst()))
    }

    /// One line for each zone: when it began, in milliseconds, and its IANA name.
    private static func text(_ zones: ZoneHistory) -> String {
        let first = "\(Int64.min) \(zones.firstZone.identifier)"
        let changes = zones.changes.map { "\($0.start.milliseconds) \($0.zone.identifier)" }
        return ([first] + changes).joined(separator: "\n")
    }
}
