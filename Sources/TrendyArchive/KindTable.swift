import GRDB
import TrendyImport
import TrendySQLite

/// The kinds of samples with the units in which the archive has them.
struct KindTable {
    /// A kind in the current import.
    struct Kind {
        let id: Int64
        /// The units of its samples in the archive; 0 stands for none.
        fileprivate(set) var units: [Int64]
    }

    /// The maximum number of kinds; HealthKit has fewer than 300.
    private static let maximumKinds = 5000
    /// The maximum number of units of a kind; people change theirs a few times.
    private static let maximumUnits = 32
    /// The maximum length of an identifier in bytes.
    private static let maximumNameBytes = 200
    private static let prefixes = [
        "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKDataType",
        "HKScoredAssessmentType",
    ]

    private let select: PreparedStatement
    private let insert: PreparedStatement
    private let insertUnit: PreparedStatement
    private let selectUnits: PreparedStatement
    private let deleteUnits: PreparedStatement
    private let db: Database
    private var cache = InternCache<Int>(maximumEntries: maximumKinds, maximumBytes: 1 << 20)
    private(set) var kinds: [Kind] = []

    init(_ db: Database) throws {
        self.db = db
        select = try PreparedStatement(db, "SELECT id FROM kind WHERE identifier = ?")
        insert = try PreparedStatement(
            db,
            "INSERT INTO kind (identifier, name) VALUES (?, ?) RETURNING id"
        )
        selectUnits = try PreparedStatement(db, "SELECT unit FROM kind_unit WHERE kind = ?")
        insertUnit = try PreparedStatement(db, "INSERT OR IGNORE INTO kind_unit VALUES (?, ?)")
        deleteUnits = try PreparedStatement(
            db,
            """
            DELETE FROM kind_unit WHERE kind = ?1 AND unit NOT IN (
                SELECT origin.unit FROM sample JOIN origin ON origin.id = sample.origin
                WHERE sample.kind = ?1
            )
            """
        )
    }

    /// The name without Apple's prefix, such as `StepCount`.
    static func name(of identifier: String) -> String {
        for prefix in prefixes where identifier.hasPrefix(prefix) && identifier.count > prefix.count
        {
            return String(identifier.dropFirst(prefix.count))
        }
        return identifier
    }

    /// The index of a kind in ``kinds``; `nil` beyond the limits.
    mutating func index(of identifier: UnsafeRawBufferPointer) throws -> Int? {
        let hash = InternCache<Int>.hash(identifier)
        if let index = cache.value(of: identifier, hash: hash) { return index }
        guard identifier.count <= Self.maximumNameBytes, kinds.count < Self.maximumKinds else {
            return nil
        }
        let text = xmlText(identifier)
        select.bind(1, text)
        var id = try select.firstRow { $0.int(0) }
        if id == nil {
            insert.bind(1, text)
            insert.bind(2, Self.name(of: text))
            id = try insert.firstRow { $0.int(0) }
        }
        guard let id else { return nil }
        var units: [Int64] = []
        selectUnits.bind(1, id)
        try selectUnits.forEachRow { units.append($0.int(0)) }
        kinds.append(Kind(id: id, units: units))
        cache.store(kinds.count - 1, of: identifier, hash: hash)
        return kinds.count - 1
    }

    /// Notes the unit of a sample; returns whether the archive has samples of the kind in another
    /// unit.
    mutating func note(unit: Int64, of index: Int) throws -> Bool {
        let units = kinds[index].units
        if units.count == 1, units[0] == unit { return false }
        if !units.contains(unit), units.count < Self.maximumUnits {
            kinds[index].units.append(unit)
            insertUnit.bind(1, kinds[index].id)
            insertUnit.bind(2, unit)
            try insertUnit.run()
        }
        return kinds[index].units.count > 1
    }

    /// Forgets units in which no sample is stored any more.
    func removeUnusedUnits() throws {
        for kind in kinds where kind.units.count > 1 {
            deleteUnits.bind(1, kind.id)
            try deleteUnits.run()
        }
    }
}
