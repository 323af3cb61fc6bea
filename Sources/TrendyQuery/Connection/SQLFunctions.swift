import Foundation
import GRDBSQLite
import TrendyHealth
import TrendyModel

/// The SQL functions of the tables: `trendy_uuid(BLOB)`, `trendy_day(MILLISECONDS, ZONE)` and
/// `trendy_metric_name(KEY)`.
///
/// SQLite keeps the object until the connection is closed.
final class SQLFunctions {
    private let zones: ZoneHistory
    /// The zones by name; `nil` for a name that the system does not know.
    private var known: [String: ZoneHistory?] = [:]
    private var lastName: [UInt8] = []
    private var lastZones: ZoneHistory?

    /// - Parameter zones: the zones of events that name none.
    init(zones: ZoneHistory) {
        self.zones = zones
    }

    /// Adds the functions to a connection.
    func register(in connection: SQLConnection) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        let context = Unmanaged.passRetained(self).toOpaque()
        sqlite3_create_function_v2(
            connection.handle,
            "trendy_day",
            2,
            flags,
            context,
            { context, _, arguments in
                guard let context, let arguments, let functions = sqlite3_user_data(context),
                    sqlite3_value_type(arguments[0]) == SQLITE_INTEGER
                else { return }
                let day = Unmanaged<SQLFunctions>.fromOpaque(functions).takeUnretainedValue().day(
                    Instant(milliseconds: sqlite3_value_int64(arguments[0])),
                    zone: SQLFunctions.bytes(arguments[1])
                )
                SQLFunctions.setResult(context, day.description)
            },
            nil,
            nil,
            { context in
                guard let context else { return }
                Unmanaged<SQLFunctions>.fromOpaque(context).release()
            }
        )
        sqlite3_create_function_v2(
            connection.handle,
            "trendy_uuid",
            1,
            flags,
            nil,
            { context, _, arguments in
                guard let context, let arguments,
                    let id = EntityID(bytes: Array(SQLFunctions.bytes(arguments[0])))
                else { return }
                SQLFunctions.setResult(context, id.description)
            },
            nil,
            nil,
            nil
        )
        sqlite3_create_function_v2(
            connection.handle,
            "trendy_metric_name",
            1,
            flags,
            nil,
            { context, _, arguments in
                guard let context, let arguments else { return }
                let key = String(decoding: SQLFunctions.bytes(arguments[0]), as: UTF8.self)
                SQLFunctions.setResult(context, HealthMetric.inferred(name: key).text)
            },
            nil,
            nil,
            nil
        )
    }

    private func day(_ instant: Instant, zone name: UnsafeRawBufferPointer) -> CalendarDay {
        guard !name.isEmpty else { return zones.day(containing: instant) }
        if !name.elementsEqual(lastName) || lastZones == nil {
            let text = String(decoding: name, as: UTF8.self)
            lastName = Array(name)
            if let zones = known[text] {
                lastZones = zones
            } else {
                lastZones = TimeZone(identifier: text).map { ZoneHistory($0) }
                // Names come from synced events, so their number is limited.
                if known.count < 1000 { known[text] = .some(lastZones) }
            }
        }
        return (lastZones ?? zones).day(containing: instant)
    }

    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: sqlite3_value_blob(value),
            count: Int(sqlite3_value_bytes(value))
        )
    }

    private static func setResult(_ context: OpaquePointer, _ text: String) {
        sqlite3_result_text(
            context,
            text,
            Int32(clamping: text.utf8.count),
            unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        )
    }
}
