import GRDB
import TrendyImport
import TrendyModel
import TrendySQLite

/// The metadata of records as JSON objects, each stored once.
///
/// Most records share a few, but some apps write a unique identifier with each sample. A hash
/// instead of an index over the text keeps those small.
struct MetadataTable {
    /// The maximum size of the metadata of a record as written, in bytes.
    static let maximumBytes = 64 << 10
    /// The maximum number of rows of one hash that are compared.
    ///
    /// A text beyond them is stored again, so crafted collisions cost space and not time.
    private static let maximumCollisions = 8

    private let select: PreparedStatement
    private let insert: PreparedStatement
    private var cache = InternCache<Int64>()
    private var raw: [UInt8] = []
    private var ends: [Int] = []
    private var writer = JSONWriter()

    init(_ db: Database) throws {
        select = try PreparedStatement(
            db,
            "SELECT id, json FROM metadata WHERE hash = ? LIMIT \(Self.maximumCollisions)"
        )
        insert = try PreparedStatement(
            db,
            "INSERT INTO metadata (hash, json) VALUES (?, ?) RETURNING id"
        )
    }

    /// Removes the entries of the previous record.
    mutating func clear() {
        raw.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    /// Appends an entry as written; returns `false` when the record has too much.
    mutating func append(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) -> Bool {
        guard raw.count + key.count + value.count <= Self.maximumBytes else { return false }
        raw.append(contentsOf: key)
        ends.append(raw.count)
        raw.append(contentsOf: value)
        ends.append(raw.count)
        return true
    }

    /// The number of the record's metadata; `nil` when it has none.
    mutating func id() throws -> Int64? {
        guard !ends.isEmpty else { return nil }
        // The lengths are part of the key, so that other entries never have the same bytes.
        let count = raw.count
        for end in ends { withUnsafeBytes(of: UInt32(end)) { raw.append(contentsOf: $0) } }
        defer { raw.removeLast(raw.count - count) }
        return try raw.withUnsafeBytes { key in
            let hash = InternCache<Int64>.hash(key)
            if let id = cache.value(of: key, hash: hash) { return id }
            writeJSON(UnsafeRawBufferPointer(rebasing: key[..<count]))
            let id = try storedID()
            cache.store(id, of: key, hash: hash)
            return id
        }
    }

    private mutating func writeJSON(_ raw: UnsafeRawBufferPointer) {
        writer.removeAll()
        writer.raw("{")
        var start = 0
        for (index, end) in ends.enumerated() {
            let text = xmlText(UnsafeRawBufferPointer(rebasing: raw[start..<end]))
            if index.isMultiple(of: 2) {
                if index > 0 { writer.raw(",") }
                writer.key(text)
            } else {
                writer.string(text)
            }
            start = end
        }
        writer.raw("}")
    }

    private func storedID() throws -> Int64 {
        let hash = writer.bytes.withUnsafeBytes { Int64(bitPattern: InternCache<Int64>.hash($0)) }
        var found: Int64?
        select.bind(1, hash)
        try select.readRows { row in
            if row.raw(1).elementsEqual(writer.bytes) { found = row.int(0) }
            return found == nil
        }
        if let found { return found }
        insert.bind(1, hash)
        insert.bind(2, String(decoding: writer.bytes, as: UTF8.self))
        return try insert.firstRow { $0.int(0) } ?? 0
    }
}
