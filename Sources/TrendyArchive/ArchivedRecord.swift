import GRDB
import TrendyModel
import TrendySQLite

/// A raw record of an archive, as the export printed it.
struct ArchivedRecord {
    /// The start, in seconds since 1970.
    var start: Int64
    /// The end, in seconds since 1970.
    var end: Int64
    /// The value; empty without one.
    var value: String
    /// The unit; empty without one.
    var unit: String
    /// The id of its combination of source, device and unit.
    var origin: Int64
    var sourceName: String
    var sourceVersion: String?
    var device: String?
    /// Whether a person entered it manually.
    var isUserEntered: Bool
}

extension SampleArchive {
    /// The longest sample that is found by a span that it overlaps.
    private static let longestSeconds: Int64 = 7 * 86_400
    /// The label of a record without a value.
    private static let absent: Int64 = -1

    /// The records of a type that overlap a time span, by start.
    ///
    /// A record of zero length counts when it is within the span.
    func records(of identifier: String, in span: Range<Instant>) throws -> [ArchivedRecord] {
        try converting {
            try queue.reading { db in
                let statement = try PreparedStatement(
                    db,
                    """
                    SELECT sample.start, sample.duration, CAST(sample.value AS TEXT),
                        sample.label, label.text, unit.text, sample.origin, source.name,
                        nullif(source.version, ''), device.text,
                        coalesce(metadata.json ->> '$.HKWasUserEntered', '0')
                    FROM sample
                    JOIN kind ON kind.id = sample.kind
                    JOIN origin ON origin.id = sample.origin
                    LEFT JOIN label ON label.id = sample.label
                    LEFT JOIN unit ON unit.id = origin.unit
                    LEFT JOIN source ON source.id = origin.source
                    LEFT JOIN device ON device.id = origin.device
                    LEFT JOIN metadata ON metadata.id = sample.metadata
                    WHERE kind.identifier = ? AND sample.start >= ? AND sample.start < ?
                    ORDER BY sample.start
                    """
                )
                statement.bind(1, identifier)
                statement.bind(2, span.lowerBound.seconds - Self.longestSeconds)
                statement.bind(3, span.upperBound.seconds)
                var records: [ArchivedRecord] = []
                try statement.forEachRow { row in
                    let (start, duration) = (row.int(0), row.int(1))
                    let end = start + duration
                    let from = span.lowerBound.seconds
                    guard duration > 0 ? end > from : start >= from else { return }
                    let label = row.int(3)
                    let number = label == Self.absent ? "" : row.string(2) ?? ""
                    records.append(
                        ArchivedRecord(
                            start: start,
                            end: end,
                            value: label > 0 ? row.string(4) ?? "" : number,
                            unit: row.string(5) ?? "",
                            origin: row.int(6),
                            sourceName: row.string(7) ?? "",
                            sourceVersion: row.string(8),
                            device: row.string(9),
                            isUserEntered: row.string(10) == "1"
                        )
                    )
                }
                return records
            }
        }
    }
}
