import TrendyModel
import TrendySQLite

/// A list of ids as one query parameter: one prepared statement reads any number of rows.
struct IDList {
    private var bytes: [UInt8] = []
    private var seen: Set<EntityID> = []

    /// The number of distinct ids.
    var count: Int { seen.count }

    /// A table `wanted(wanted_id)` of the ids bound to the parameters 1 and 2.
    static let table = """
        WITH RECURSIVE place (i) AS (
            SELECT 0 WHERE ?2 > 0 UNION ALL SELECT i + 1 FROM place WHERE i + 1 < ?2
        ), wanted (wanted_id) AS (SELECT substr(?1, i * 16 + 1, 16) FROM place)
        """

    mutating func append(_ id: EntityID) {
        guard seen.insert(id).inserted else { return }
        bytes.append(contentsOf: id.bytes)
    }

    func bind(to statement: PreparedStatement) {
        statement.bind(1, bytes: bytes)
        statement.bind(2, Int64(count))
    }
}
