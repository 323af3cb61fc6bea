import GRDB
import TrendyImport
import TrendyModel
import TrendySQLite

/// The origins of samples: a source with its version, a device and a unit.
///
/// The device of an export begins with the address of an object in the phone's memory, which
/// differs between exports and even within one; it is not stored.
struct OriginTable {
    /// An origin of the current import.
    struct Origin {
        let id: Int64
        let unit: Int64
    }

    private static let addresses: [(start: StaticString, end: StaticString)] = [
        ("&lt;&lt;HKDevice: 0x", "&gt;"), ("<<HKDevice: 0x", ">"),
    ]

    private let units: TextTable
    private let devices: TextTable
    private let selectSource: PreparedStatement
    private let insertSource: PreparedStatement
    private let select: PreparedStatement
    private let insert: PreparedStatement
    private let key = KeyBuffer(parts: 4, maximumPartBytes: maximumXMLTextBytes)
    private var cache = InternCache<Origin>()

    init(_ db: Database) throws {
        units = try TextTable(db, table: "unit")
        devices = try TextTable(db, table: "device")
        selectSource = try PreparedStatement(
            db,
            "SELECT id FROM source WHERE name = ? AND version = ?"
        )
        insertSource = try PreparedStatement(
            db,
            "INSERT INTO source (name, version) VALUES (?, ?) RETURNING id"
        )
        select = try PreparedStatement(
            db,
            "SELECT id FROM origin WHERE source = ? AND device = ? AND unit = ?"
        )
        insert = try PreparedStatement(
            db,
            "INSERT INTO origin (source, device, unit) VALUES (?, ?, ?) RETURNING id"
        )
    }

    /// The origin of a record.
    mutating func origin(of record: RecordAttributes) throws -> Origin {
        let device = record.device.map { Self.withoutAddress($0) }
        key.clear()
        key.append(record.source)
        key.append(record.version)
        key.append(record.unit)
        key.append(device)
        let bytes = key.bytes
        let hash = InternCache<Origin>.hash(bytes)
        if let origin = cache.value(of: bytes, hash: hash) { return origin }
        let unit = try record.unit.map { try units.id(of: xmlText($0)) } ?? 0
        select.bind(1, try source(of: record))
        select.bind(2, try device.map { try devices.id(of: Self.text(ofDevice: $0)) } ?? 0)
        select.bind(3, unit)
        let id = try select.firstRow { $0.int(0) } ?? inserted(record, device, unit)
        let origin = Origin(id: id, unit: unit)
        cache.store(origin, of: bytes, hash: hash)
        return origin
    }

    private func inserted(
        _ record: RecordAttributes,
        _ device: UnsafeRawBufferPointer?,
        _ unit: Int64
    ) throws -> Int64 {
        insert.bind(1, try source(of: record))
        insert.bind(2, try device.map { try devices.id(of: Self.text(ofDevice: $0)) } ?? 0)
        insert.bind(3, unit)
        return try insert.firstRow { $0.int(0) } ?? 0
    }

    private func source(of record: RecordAttributes) throws -> Int64 {
        guard let name = record.source else { return 0 }
        for statement in [selectSource, insertSource] {
            statement.bind(1, xmlText(name))
            statement.bind(2, record.version.map { xmlText($0) } ?? "")
            if let id = try statement.firstRow({ $0.int(0) }) { return id }
        }
        return 0
    }

    /// The part of a device after the address: `<<HKDevice: 0x28…>, name:…>` from `name:`.
    static func withoutAddress(_ device: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        for (prefix, end) in addresses {
            let length = prefix.utf8CodeUnitCount
            guard device.count > length,
                UnsafeRawBufferPointer(rebasing: device[..<length]).equals(prefix)
            else { continue }
            var index = length
            while index < device.count, device[index] != end.utf8Start[0] { index += 1 }
            let rest = min(index + end.utf8CodeUnitCount, device.count)
            return UnsafeRawBufferPointer(rebasing: device[rest...])
        }
        return device
    }

    /// The text of a device without its address and its brackets: `name:iPhone, model:iPhone`.
    static func text(ofDevice device: UnsafeRawBufferPointer) -> String {
        var text = Substring(xmlText(withoutAddress(device)))
        if text.hasPrefix(", ") { text = text.dropFirst(2) }
        if text.hasSuffix(">") { text = text.dropLast() }
        return String(text)
    }
}
