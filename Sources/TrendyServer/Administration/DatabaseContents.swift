import GRDB
import TrendyModel
import TrendySQLite

/// The schema and the totals of each account, for comparing a copy with its source.
struct DatabaseContents: Equatable {
    struct Account: Equatable {
        var sequence: Int64
        var entities: Int64
        var versions: Int64
    }

    let migrations: [String]
    let schema: [String]
    private(set) var accounts: [EntityID: Account] = [:]
    private(set) var entities = 0

    /// Reads the contents.
    ///
    /// It visits the row of every entity once.
    init(_ db: Database) throws {
        migrations = try String.fetchAll(
            db,
            sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier"
        )
        schema = try String.fetchAll(
            db,
            sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        )
        let rows = try PreparedStatement(
            db,
            """
            SELECT account.id, account.sequence, count(entity.id), total(entity.version)
            FROM account LEFT JOIN entity ON entity.account = account.id GROUP BY account.id
            """
        )
        try rows.forEachRow { row in
            let account = Account(
                sequence: row.int(1),
                entities: row.int(2),
                versions: row.int(3)
            )
            accounts[try row.id(0)] = account
            entities += Int(account.entities)
        }
    }
}
