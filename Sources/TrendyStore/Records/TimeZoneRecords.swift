import Foundation
import GRDB
package import TrendyModel
import TrendySQLite

/// The history of the device's time zones.
package struct TimeZoneRecords: StoreRecords {
    let context: TransactionContext

    /// Stores the time zone history; a history that equals the stored one writes nothing.
    package func store(_ zones: ZoneHistory) throws {
        let text = Self.text(zones)
        guard try Meta.string(db, .zones) != text else { return }
        try Meta.set(db, .zones, text)
    }

    /// The stored time zone history; `nil` before it is stored first.
    ///
    /// Zones that this system does not know are left out.
    package func history() throws -> ZoneHistory? {
        try Self.history(db)
    }

    /// The stored history, for a caller without a ``StoreTransaction``.
    static func history(_ db: Database) throws -> ZoneHistory? {
        try Meta.string(db, .zones).flatMap { history(stored: $0) }
    }

    /// Parses the stored form; `nil` without a known zone.
    package static func history(stored text: String) -> ZoneHistory? {
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

    /// The stored form: a line for each zone with its start in milliseconds and its IANA name.
    private static func text(_ zones: ZoneHistory) -> String {
        let first = "\(Int64.min) \(zones.firstZone.identifier)"
        let changes = zones.changes.map { "\($0.start.milliseconds) \($0.zone.identifier)" }
        return ([first] + changes).joined(separator: "\n")
    }
}
