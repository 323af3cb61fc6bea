import GRDB
import TrendySQLite

/// Writes samples so that a second import of the same sample changes no identity.
///
/// The identity is the kind, the start, the duration, the creation, the value and an ordinal among
/// equals. What can differ between two exports of one sample is data that the last import
/// replaces: the name and version of the source (a renamed device renames the source of its old
/// samples), the device and the metadata.
///
/// Each row has the number of the import that had it last. A conflict with a row of an earlier
/// import is the same sample; a conflict with a row of this import is a second, equal sample, which
/// takes the next ordinal. Records inside a correlation are repeated at the top level, before or
/// after it. They are stored provisionally, and the record at the top level takes their row.
///
/// An export prints all samples of a kind in one unit. When that is another unit than before, the
/// value differs, also by rounding. A sample then replaces one with the same kind, times and
/// creation that is stored in another unit.
struct SampleTable {
    /// The result of a write.
    enum Outcome {
        case added, known, converted
        /// The record repeats one of this import.
        case repeated
        /// There are too many equal samples.
        case omitted
    }

    /// The maximum number of samples with the same times that are searched for another unit.
    private static let maximumGroup = 64

    private let insert: PreparedStatement
    private let update: PreparedStatement
    private let selectSeen: PreparedStatement
    private let deleteOtherUnit: PreparedStatement
    /// The number of this import for provisional rows; for others it is one more.
    private let mark: Int64

    /// Prepares the statements.
    ///
    /// - `importNumber`: the number of this import, higher than those before.
    init(_ db: Database, importNumber: Int64) throws {
        mark = importNumber * 2
        let key = "kind = ?1 AND start = ?2 AND duration = ?3 AND delay = ?4"
        let exact = "\(key) AND value = ?5 AND label = ?6 AND ordinal = ?7"
        insert = try PreparedStatement(
            db,
            """
            INSERT INTO sample
                (kind, start, duration, delay, value, label, ordinal, origin, metadata, seen)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING
            """
        )
        update = try PreparedStatement(
            db,
            "UPDATE sample SET origin = ?8, metadata = ?9, seen = ?10 WHERE \(exact) AND seen < ?10"
        )
        selectSeen = try PreparedStatement(db, "SELECT seen FROM sample WHERE \(exact)")
        deleteOtherUnit = try PreparedStatement(
            db,
            """
            DELETE FROM sample WHERE \(key) AND (value, label, ordinal) = (
                SELECT other.value, other.label, other.ordinal
                FROM (SELECT * FROM sample WHERE \(key) LIMIT \(Self.maximumGroup)) other
                JOIN origin ON origin.id = other.origin
                WHERE other.seen < ?10 AND origin.unit <> ?8
                    AND NOT EXISTS (
                        SELECT 1 FROM sample same JOIN origin mine ON mine.id = same.origin
                        WHERE same.kind = ?1 AND same.start = ?2 AND same.duration = ?3
                            AND same.delay = ?4 AND same.value = ?5 AND same.label = ?6
                            AND same.seen < ?10 AND mine.unit = ?8
                    )
                LIMIT 1
            )
            """
        )
    }

    /// Writes a sample.
    func write(_ row: SampleRow) throws -> Outcome {
        let mark = row.isNested ? mark : mark + 1
        var isConverted = false
        if row.isMixed {
            bindKey(deleteOtherUnit, row, ordinal: 0)
            deleteOtherUnit.bind(8, row.unit)
            deleteOtherUnit.bind(10, mark)
            isConverted = try deleteOtherUnit.runCountingChanges() > 0
        }
        if let outcome = try write(row, ordinal: 0, mark: mark) {
            return isConverted ? .converted : outcome
        }
        if row.isNested { return .repeated }
        let free = try Ordinals.firstFree { ordinal in
            bindKey(selectSeen, row, ordinal: ordinal)
            return try selectSeen.firstRow { $0.int(0) } ?? 0 >= mark
        }
        guard let free else { return .omitted }
        let outcome = try write(row, ordinal: free, mark: mark) ?? .omitted
        return isConverted ? .converted : outcome
    }

    /// Inserts or updates a row; `nil` when this import has written it already.
    private func write(_ row: SampleRow, ordinal: Int64, mark: Int64) throws -> Outcome? {
        if try run(insert, row, ordinal, mark) { return .added }
        return try run(update, row, ordinal, mark) ? .known : nil
    }

    private func run(
        _ statement: PreparedStatement,
        _ row: SampleRow,
        _ ordinal: Int64,
        _ mark: Int64
    ) throws -> Bool {
        bindKey(statement, row, ordinal: ordinal)
        statement.bind(8, row.origin)
        statement.bind(9, row.metadata)
        statement.bind(10, mark)
        return try statement.runCountingChanges() > 0
    }

    private func bindKey(_ statement: PreparedStatement, _ row: SampleRow, ordinal: Int64) {
        statement.bind(1, row.kind)
        statement.bind(2, row.start)
        statement.bind(3, row.duration)
        statement.bind(4, row.delay)
        switch row.value {
        case .integer(let value): statement.bind(5, value)
        case .real(let value): statement.bind(5, real: value)
        case .numberText(let text): statement.bind(5, text)
        case .label, .absent: statement.bind(5, 0 as Int64)
        }
        statement.bind(6, row.label)
        statement.bind(7, ordinal)
    }
}
